import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'

/**
 * How glibc keeps memory, elsewhere without meaning. By itself it gives each thread an arena of its own, and puts large
 * blocks among small ones once one was freed: what threads and bodies have freed stays then, and a server that had to do
 * with large models and bodies held twice as much as before. So there are two arenas, and large blocks are given back.
 *
 * Large begins with the 64 kB in which Node reads bodies. Up to 60 MB of these wait for the collector, and where large
 * began with more they lay among small blocks, one of which kept all of them. glibc only looks at this when its heap has
 * no room left, so that an ordinary load makes no more calls of the system by it.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Runs a Node in our place: with our streams, environment and signals, and we end as it ends. What it starts finds the
 * same Node as `node`.
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
