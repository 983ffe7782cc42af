import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { reasonOf, StartFailure } from '../start-failure.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { isAlive } from './is-alive.ts'

/** The files of an embedded PostgreSQL. */
export interface Cluster {
  /** PostgreSQL's own folder, with `postmaster.pid` in it while it runs. */
  readonly files: string
  readonly log: string
  readonly passwords: Passwords
}

export interface Passwords {
  /** The password of the superuser `postgres`. */
  readonly admin: string
  /** The password of the role with which the server works. */
  readonly app: string
}

export interface ClusterOptions {
  readonly folder: string
  readonly binaries: Binaries
  readonly account: Account | null
}

/**
 * Opens the database cluster in a folder, and creates it where it does not exist. A new cluster is created in a
 * temporary folder and moved when complete, so a killed start leaves no incomplete cluster.
 *
 * @throws StartFailure when it cannot be created, or belongs to another version of PostgreSQL or another user.
 */
export function openCluster({ folder, binaries, account }: ClusterOptions): Cluster {
  if (!existsSync(folder)) createCluster({ folder, binaries, account })
  const files = join(folder, 'files')
  try {
    const version = readFileSync(join(files, 'PG_VERSION'), 'utf8').trim()
    if (version !== majorVersion)
      throw new StartFailure(
        `Expected the data folder ${folder} to be of PostgreSQL ${majorVersion}, but it is of ${version}. Move it with pg_dump, or start with another MILLRACE_DATA.`,
      )
    const passwords = JSON.parse(readFileSync(join(folder, 'passwords.json'), 'utf8')) as Passwords
    return { files, log: join(folder, 'log'), passwords }
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw new StartFailure(
      `The database in ${folder} could not be read: ${reasonOf(error)}. Start the server as the user who created it, or set MILLRACE_DATA to another folder.`,
    )
  }
}

const majorVersion = '18'

function createCluster({ folder, binaries, account }: ClusterOptions): void {
  removeAbandoned(folder)
  const unfinished = `${folder}.${process.pid}`
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    const passwords: Passwords = { admin: createPassword(), app: createPassword() }
    writeFileSync(join(unfinished, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600 })
    writeFileSync(join(unfinished, 'password'), passwords.admin, { mode: 0o600 })
    if (account !== null)
      for (const path of [unfinished, join(unfinished, 'password')]) chownSync(path, account.uid, account.gid)
    runInitdb({ folder: unfinished, binaries, account })
    rmSync(join(unfinished, 'password'))
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process that starts at the same time was faster.
    if (existsSync(folder)) return
    throw error instanceof StartFailure
      ? error
      : new StartFailure(
          `A database could not be created in ${folder}: ${reasonOf(error)}. Set MILLRACE_DATA to another folder.`,
        )
  }
}

/** Deletes the folders of first starts that were killed half-way. */
function removeAbandoned(folder: string): void {
  const prefix = `${basename(folder)}.`
  for (const name of readdirSync(dirname(folder))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (pid > 0 && !isAlive(pid)) rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** Sorts by code point, not by the language of the machine, so that indexes are valid on any machine. */
const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

function runInitdb({ folder, binaries, account }: ClusterOptions): void {
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${join(folder, 'password')}`]
  const { status, stderr, error } = spawnSync(
    binaries.initdb,
    [`--pgdata=${join(folder, 'files')}`, ...access, ...locale],
    { ...account, cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0)
    throw new StartFailure(
      `Expected initdb to create a database in ${folder}, but: ${reasonOf(error ?? (stderr.trim() || `it ended with ${status}`))}.`,
    )
}

function createPassword(): string {
  return randomBytes(24).toString('base64url')
}
