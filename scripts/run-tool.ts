import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

const binFolder = join(root, 'node_modules/.bin')

/**
 * Runs a tool from `node_modules/.bin` in the project's folder, with its output shown.
 *
 * @returns whether it succeeded.
 */
export async function runTool(name: string, args: readonly string[]): Promise<boolean> {
  const tool = join(binFolder, name)
  if (existsSync(tool)) return run(tool, args)
  console.error(`Expected the tool ${name}, but only the product is installed: run npm ci`)
  return false
}

/** Runs a script of the project with the Node that runs us. @returns whether it succeeded. */
export async function runScript(...args: readonly string[]): Promise<boolean> {
  return run(process.execPath, args)
}

async function run(program: string, args: readonly string[]): Promise<boolean> {
  // Tools look for `node` themselves and must find the one that runs us.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32' && program !== process.execPath,
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
