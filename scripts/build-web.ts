import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const webFolder = join(root, 'apps/web')
const stampFile = join(webFolder, 'dist/.built-from')

/** What the build is made from: itself, the packages it may import, and the versions of all others. */
const sources = [
  'apps/web/{src,public,build}/**/*',
  'apps/web/*.{ts,json,html}',
  'packages/{contract,forms,expressions,bpmn}/{src/**/*,package.json}',
  'package-lock.json',
]

/**
 * Builds the browser application, unless the last build was made from the same sources.
 *
 * @returns false when the build failed; its output says why.
 */
export async function buildWeb(): Promise<boolean> {
  if (!existsSync(join(webFolder, 'index.html'))) return true
  const stamp = hashSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true
  console.log('Building the browser application …')
  const began = performance.now()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const build = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: webFolder,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) {
    console.error('Expected the browser application to build, but it did not. The lines above say why.')
    return false
  }
  writeFileSync(stampFile, stamp)
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  return true
}

function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name),
  )
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

if (import.meta.main && !(await buildWeb())) process.exit(1)
