import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { StartFailure } from '../start-failure.ts'
import { type Account, findPostgresAccount, openWayFor } from './account.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { endOrphan } from './orphan.ts'
import { connectAsOwner } from './owner.ts'
import { findSocketFolder, removeDeadSockets } from './sockets.ts'

/** A running PostgreSQL of our own. */
export interface Postgres {
  /** For the program: a plain role that owns the database `millrace`. */
  readonly url: string
  /** The address of a socket in the data folder, which costs less than TCP; equals `url` when there is no socket. */
  readonly nearUrl: string
  /** For making and dropping databases: the superuser, in the database `postgres`. */
  readonly adminUrl: string
  readonly pid: number
  /** Settles when it has ended, by `stop` or by itself. */
  readonly ended: Promise<void>
  /** Ends sessions, writes everything out, and waits for its end. May be called more than once. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  readonly dataFolder: string
  /** Further settings of PostgreSQL, by name. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts PostgreSQL on the data folder, which is created where it does not exist, and recovers from a killed run. It
 * listens on a free port of the loopback interface, with passwords that are stored in the data folder.
 *
 * @throws StartFailure with the reason in one sentence.
 */
export async function startPostgres({ dataFolder, settings = {} }: PostgresOptions): Promise<Postgres> {
  const folder = join(dataFolder, 'postgres')
  const account = findPostgresAccount(folder)
  if (account !== null) openWayFor(account, dataFolder)
  const binaries = prepareBinaries({ copyFolder: dataFolder, account })
  const cluster = openCluster({ folder, binaries, account })
  await endOrphan(cluster, binaries, account)
  removeDeadSockets(folder)
  const sockets = findSocketFolder(folder)
  const { child, port, owner, isNear } = await launch({ cluster, binaries, account, settings, sockets })
  await createRoleAndDatabase(owner, cluster)
  const url = `postgres://millrace:${cluster.passwords.app}@127.0.0.1:${port}/millrace`
  return createPostgres(child, owner, {
    url,
    nearUrl: isNear ? `${url}?host=${encodeURIComponent(folder)}` : url,
    adminUrl: `postgres://postgres:${cluster.passwords.admin}@127.0.0.1:${port}/postgres`,
  })
}

interface LaunchOptions {
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly account: Account | null
  readonly settings: Readonly<Record<string, string>>
  /** Where it has a socket. */
  readonly sockets: string | null
}

interface Launched {
  readonly child: ChildProcess
  readonly port: number
  readonly owner: Client
  readonly isNear: boolean
}

/**
 * A port that was free can be taken, and parts of a killed PostgreSQL need a moment to go: so a few tries. Some file
 * systems, as those that a container borrows, have no sockets: then it goes without.
 */
async function launch(options: LaunchOptions, triesLeft = 5): Promise<Launched> {
  const { cluster } = options
  const port = await findFreePort()
  rotateLog(cluster.log)
  const logStart = sizeOf(cluster.log)
  const child = await spawnPostgres(options, port)
  const owner = await waitUntilReady(child, cluster, port)
  if (owner !== null) return { child, port, owner, isNear: options.sockets !== null }
  const words = readFileSync(cluster.log).subarray(logStart).toString('utf8')
  if (options.sockets !== null && /Unix-domain socket|Unix socket|\.s\.PGSQL/.test(words))
    return launch({ ...options, sockets: null }, triesLeft)
  if (triesLeft > 0 && /could not bind|pre-existing shared memory|lock file/.test(words)) {
    await sleep(500)
    return launch(options, triesLeft - 1)
  }
  const reason = words.match(/(?:FATAL|PANIC):\s*(.*)/)?.[1] ?? `see ${cluster.log}`
  throw new StartFailure(`Expected PostgreSQL to start on ${cluster.files}, but it ended: ${reason}.`)
}

/** Returns a port of this machine that nobody listens at. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('Expected a TCP address.')
  return address.port
}

async function spawnPostgres(
  { cluster, binaries, account, settings, sockets }: LaunchOptions,
  port: number,
): Promise<ChildProcess> {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: sockets ?? '',
    unix_socket_permissions: '0700',
    log_checkpoints: 'off',
    // Tables of live rows are small and change at each step: looked at every quarter of a minute instead of every minute.
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const log = openSync(cluster.log, 'a')
  // A session of its own: Ctrl-C at the terminal reaches us only, and we end PostgreSQL when its users are done.
  const child = spawn(
    binaries.postgres,
    ['-D', cluster.files, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...account,
      cwd: cluster.files,
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LANG: 'C', TZ: 'UTC' },
    },
  )
  closeSync(log)
  await once(child, 'spawn')
  return child
}

/** Waits as long as it takes: after a crash PostgreSQL first replays its log. Null when it ends instead. */
async function waitUntilReady(child: ChildProcess, cluster: Cluster, port: number): Promise<Client | null> {
  while (child.exitCode === null && child.signalCode === null) {
    if (hasOpenedPort(cluster, port)) {
      const owner = await connectAsOwner(cluster, port)
      if (owner.ok) return owner.client
    }
    await sleep(25)
  }
  return null
}

function hasOpenedPort({ files }: Cluster, port: number): boolean {
  const file = join(files, 'postmaster.pid')
  if (!existsSync(file)) return false
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines[3] === String(port) && lines[7]?.trim() === 'ready'
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function rotateLog(file: string): void {
  if (sizeOf(file) > 10_000_000) renameSync(file, `${file}.old`)
}

async function createRoleAndDatabase(owner: Client, { passwords }: Cluster): Promise<void> {
  const { rows } = await owner.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = 'millrace') as role, exists (select from pg_database where datname = 'millrace') as database`,
  )
  if (rows[0]?.role !== true)
    await owner.query(
      `create role millrace login nosuperuser nobypassrls password ${owner.escapeLiteral(passwords.app)}`,
    )
  if (rows[0]?.database !== true) await owner.query('create database millrace owner millrace')
}

function createPostgres(
  child: ChildProcess,
  owner: Client,
  urls: Pick<Postgres, 'url' | 'nearUrl' | 'adminUrl'>,
): Postgres {
  const { pid } = child
  if (pid === undefined) throw new Error('Expected a started PostgreSQL to have a process number.')
  const ended =
    child.exitCode === null && child.signalCode === null ? once(child, 'exit').then(() => {}) : Promise.resolve()
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(name)
  }
  // The last resort when the process ends in another way than by `stop`.
  const endWithUs = () => signal('SIGINT')
  process.once('exit', endWithUs)
  return {
    ...urls,
    pid,
    ended,
    stop: async () => {
      await owner.end().catch(() => {})
      // SIGINT is its fast shutdown, SIGQUIT its immediate one, which the next start recovers from.
      signal('SIGINT')
      const patience = setTimeout(() => signal('SIGQUIT'), 20_000)
      await ended
      clearTimeout(patience)
      process.off('exit', endWithUs)
    },
  }
}
