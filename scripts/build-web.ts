import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../apps/server/src/platform/postgres/is-alive.ts'

const root = join(import.meta.dirname, '..')
const webFolder = join(root, 'apps/web')
const builtFolder = join(webFolder, 'dist')
const stampName = '.built-from'

/** The sources of the build: the web application, the packages that it may import, and the versions of all others. */
const sources = [
  'apps/web/{src,public,build}/**/*',
  'apps/web/*.{ts,json,html}',
  'apps/form-designer/{src/**/*,package.json}',
  'packages/{contract,forms,expressions,bpmn,dmn,time,xml}/{src/**/*,package.json}',
  'docs/guide/*.md',
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
  if (readStamp() === stamp) return true
  console.log('Building the browser application …')
  const began = performance.now()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  removeAbandoned()
  const unfinished = join(builtFolder, `../dist.${process.pid}/dist`)
  const build = spawn(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', unfinished, '--emptyOutDir'],
    {
      cwd: webFolder,
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) {
    rmSync(join(unfinished, '..'), { recursive: true, force: true })
    console.error('Expected the browser application to build, but it did not. The lines above say why.')
    return false
  }
  writeFileSync(join(unfinished, stampName), stamp)
  putInPlace(unfinished)
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  return true
}

function readStamp(): string | null {
  const file = join(builtFolder, stampName)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Builds may run at the same time: each has a folder of its own, and the last one to be complete stays. */
function putInPlace(unfinished: string): void {
  const parent = join(unfinished, '..')
  for (let triesLeft = 5; ; triesLeft--) {
    try {
      if (existsSync(builtFolder)) renameSync(builtFolder, join(parent, `old.${triesLeft}`))
      renameSync(unfinished, builtFolder)
      break
    } catch (error) {
      // Another build was put there between the two.
      if (triesLeft === 0) throw error
    }
  }
  rmSync(parent, { recursive: true, force: true })
}

/** Deletes the folders of builds that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(webFolder)) {
    const pid = /^dist\.(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(webFolder, name), { recursive: true, force: true })
  }
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
