import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

const binFolder = join(root, 'node_modules/.bin')

/**
 * Runs a tool from `node_modules/.bin` in the project's folder, with its output shown.
 *
 * @returns whether it succeeded.
 */
export async function runTool(name: string, args: readonly string[]): Promise<boolean> {
  // The tools look for `node` themselves and must find the pinned one.
  const env = { ...process.env, PATH: `${binFolder}${delimiter}${process.env.PATH}` }
  const child = spawn(join(binFolder, name), args, {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
