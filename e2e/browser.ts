import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { findRoom, memory } from '../apps/server/src/testing/find-room.ts'

const run = promisify(execFile)

/**
 * Starts the browser of the tests: the Chromium in @sparticuz/chromium, so that only npm is needed, or the one in
 * `CHROMIUM_PATH`. It works as root and without the libraries and fonts of a desktop.
 *
 * @throws Error when the package does not support the machine and no browser is installed.
 */
export async function launchBrowser(): Promise<Browser> {
  const installed = findInstalledBrowser()
  if (installed !== null) return chromium.launch({ ...options(), executablePath: installed })
  const folder = await unpackChromium()
  return chromium.launch({
    ...options(),
    executablePath: path.join(folder, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  })
}

/**
 * Returns the path of an installed browser.
 * @returns null when the browser from npm can be used, which needs Linux with glibc 2.34 or newer on x64.
 */
export function findInstalledBrowser({ env, platform, arch, glibc }: Machine = thisMachine()): string | null {
  if (env.CHROMIUM_PATH) return env.CHROMIUM_PATH
  const [major = 0, minor = 0] = (glibc ?? '').split('.').map(Number)
  if (platform === 'linux' && arch === 'x64' && (major > 2 || minor >= 34)) return null
  const folders = (env.PATH ?? '').split(path.delimiter)
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  const found = files.find((file) => existsSync(file))
  if (found !== undefined) return found
  throw new Error(
    `Expected a Chromium for ${platform} on ${arch}${glibc === null ? '' : ` with glibc ${glibc}`}, but the one from npm is for Linux with glibc 2.34 on x64, and none is installed: run apt-get install chromium, or set CHROMIUM_PATH to one`,
  )
}

interface Machine {
  readonly env: NodeJS.ProcessEnv
  readonly platform: string
  readonly arch: string
  readonly glibc: string | null
}

function thisMachine(): Machine {
  const { env, platform, arch, report } = process
  const { header } = report.getReport() as { header: { glibcVersionRuntime?: string } }
  return { env, platform, arch, glibc: header.glibcVersionRuntime ?? null }
}

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** The package's own flags are not used: with `--single-process` the browser dies with the first closed context. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/**
 * What its processes share are files, which Playwright has it make in the temporary folder, because there are machines
 * with little room in memory.
 */
function options() {
  const ignoreDefaultArgs = findRoom() === memory ? ['--disable-dev-shm-usage'] : []
  return { headless: true, args: flags, ignoreDefaultArgs }
}

/**
 * Returns the folder with the unpacked browser. Concurrent first runs are safe: each unpacks into a separate folder,
 * and one of these is renamed.
 */
export async function unpackChromium(folder = cacheFolder()): Promise<string> {
  // A browser that still runs writes its cache of fonts into a folder that was removed under it.
  const isWhole = () => existsSync(path.join(folder, 'chromium'))
  if (isWhole()) return folder
  const aside = `${folder}.${process.pid}.${Date.now()}`
  await mkdir(aside, { recursive: true })
  try {
    const script = fileURLToPath(new URL('unpack-chromium.ts', import.meta.url))
    await run(process.execPath, [script], { env: { ...process.env, TMPDIR: aside } })
    await writeFile(path.join(aside, 'fonts.conf'), fontConfiguration(folder))
    if (!isWhole()) await rm(folder, { recursive: true, force: true })
    await rename(aside, folder)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    if (!isWhole()) throw error
  }
  return folder
}

/** Beside the package, by its version, whatever the current folder is. */
function cacheFolder(): string {
  const modules = createRequire(import.meta.url)
  const packageFile = path.join(path.dirname(modules.resolve('@sparticuz/chromium')), '../package.json')
  const { version } = modules(packageFile) as { version: string }
  return fileURLToPath(new URL(`../node_modules/.cache/chromium-${version}`, import.meta.url))
}

/** The package's file names the default temporary folder; without any font Chromium does not start. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fontcache</cachedir>
</fontconfig>
`
}
