import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../../..')
/** Below the server, so that the bundle finds the packages that the server finds. */
const cache = join(root, 'apps/server/node_modules/.cache')

/** All that a bundle is made from. */
const sources = ['apps/server/src/**/*.{ts,json}', 'packages/*/src/**/*.{ts,json}', 'package-lock.json']

let made: string | null = null

/**
 * Returns the program of the server as Vite bundles it: a start from its sources takes twice the processor time, most of
 * it to load 1,500 modules. Made once for each state of the sources, which takes as long as four starts gain.
 *
 * @throws Error with what Vite printed when it cannot be bundled.
 */
export function bundleServer(): string {
  made ??= makeBundle()
  return made
}

function makeBundle(): string {
  const folder = join(cache, `server-${hashSources()}`)
  const program = join(folder, 'main.mjs')
  if (existsSync(program)) return program
  // Several workers may be at it at the same time: each makes its own, and the first one stays.
  const aside = `${folder}.${process.pid}`
  mkdirSync(aside, { recursive: true })
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const config = join(import.meta.dirname, 'vite.config.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [vite, 'build', '-c', config, '--outDir', aside], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Expected Vite to bundle the server, but: ${stdout}${stderr}`)
  try {
    renameSync(aside, folder)
  } catch {
    rmSync(aside, { recursive: true, force: true })
  }
  return program
}

function hashSources(): string {
  const hash = createHash('sha256')
  const paths = globSync(sources, { cwd: root }).filter((path) => !/\.test\.ts$/.test(path))
  for (const path of paths.toSorted())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
