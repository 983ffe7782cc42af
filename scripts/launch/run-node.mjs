import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/**
 * The memory settings of glibc, which other systems ignore. By default, glibc gives each thread its own arena, and puts
 * large blocks among small ones after one was freed: memory that threads and bodies have freed is then kept, and a
 * server held twice as much memory after large models and bodies. With these settings there are two arenas, and large
 * blocks are returned to the system.
 *
 * A block is large from the 64 kB in which Node reads bodies. Up to 60 MB of these wait for the garbage collector, and
 * with a higher limit they were among small blocks, one of which kept all of them. glibc only checks this when its heap
 * is full, so an ordinary load makes no more system calls.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * The arguments of Node for a process that is a server, in `package.json` and the image. Without the first, V8 lets its space
 * for new objects grow to 128 MB on a machine with much memory, and keeps it: a server held 85 to 110 MB more than with
 * 32 MB, and needed as much processor time. Its own choice depends on the memory that a process may use, as measured
 * under such limits: 128 MB with 4 GB, 64 MB with 2 GB, 32 MB with 1 GB, and 2 MB with 512 MB, where this allows 30 MB more.
 *
 * V8 also lets its heap grow to several times what is in use before it collects garbage, and returns little afterwards:
 * a worker with 100 MB in use held 407 MB after 10,000 items of a batch, and 619 MB after 40,000. When the heap may grow
 * by half of what is in use, it stayed at 348 MB, and needed as much processor time.
 */
export const serverFlags = ['--max-semi-space-size=16', '--heap-growing-percent=50']

/**
 * Runs a Node in place of this process: with its streams, environment and signals, and with the same exit. Its child
 * processes find the same Node as `node`.
 *
 * @param {string} node
 * @param {readonly string[]} args
 */
export function runNode(node, args) {
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(node, args, { stdio: 'inherit', env: { ...memorySettings, ...process.env } })
  // Ctrl-C reaches both of us from the terminal, other signals only us. A second one changes nothing.
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event !== undefined) whenParentEnds(() => child.kill('SIGTERM'))
  child.on('error', (error) => {
    console.error(`Expected ${node} to start, but: ${error.message}.`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * A signal to npm alone ends npm and its shell, which does not hand it on: then we have another parent.
 *
 * @param {() => void} callback
 */
function whenParentEnds(callback) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, 500)
  timer.unref()
}
