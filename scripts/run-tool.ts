import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

const binFolder = join(root, 'node_modules/.bin')

/**
 * Runs a tool from `node_modules/.bin` in the project's folder, with its output shown.
 *
 * @param take receives the output of the tool, which is not shown then.
 * @returns whether it succeeded.
 */
export async function runTool(name: string, args: readonly string[], take?: (part: Buffer) => void): Promise<boolean> {
  const tool = join(binFolder, name)
  if (existsSync(tool)) return run(tool, args, take)
  console.error(`Expected the tool ${name}, but only the product is installed: run npm ci`)
  return false
}

/** Runs a script of the project with the Node of this process. @returns whether it succeeded. */
export async function runScript(...args: readonly string[]): Promise<boolean> {
  return run(process.execPath, args)
}

const running = new Set<ChildProcess>()
let isStopped = false

/**
 * Passes signals that end this process on to the running tools, which would otherwise continue without it. Stopped
 * tools count as failed, and no tool is started afterwards. A second signal has no effect, because Ctrl-C arrives
 * twice: from the terminal and from the launcher.
 *
 * @param before is called before the tools get the signal, because they may take long or never end.
 */
export function stopToolsOnSignal(before: (signal: NodeJS.Signals) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopped) return
      isStopped = true
      before(signal)
      for (const child of running) child.kill(signal)
    })
}

async function run(program: string, args: readonly string[], take?: (part: Buffer) => void): Promise<boolean> {
  if (isStopped) return false
  // Tools look for `node` themselves and must find the one that runs us.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
  const hasColours = take !== undefined && process.stdout.isTTY
  const child = spawn(program, args, {
    cwd: root,
    stdio: take === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH, ...(hasColours && { FORCE_COLOR: '1' }) },
    shell: process.platform === 'win32' && program !== process.execPath,
  })
  if (take !== undefined) for (const stream of [child.stdout, child.stderr]) stream?.on('data', take)
  running.add(child)
  try {
    // Not before all that it printed has come.
    const [code] = (await once(child, 'close')) as [number | null]
    return code === 0
  } finally {
    running.delete(child)
  }
}
