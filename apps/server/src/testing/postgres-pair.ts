import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostgresAccount } from '../platform/postgres/account.ts'
import { prepareBinaries } from '../platform/postgres/binaries.ts'
import { startPostgres } from '../platform/postgres/start-postgres.ts'

/** One server of a pair of PostgreSQLs. */
export interface Server {
  /** Stays the same over its restarts. */
  readonly port: number
  /** In the database of the program, as the superuser. */
  ask(sql: string, values?: readonly unknown[]): Promise<pg.QueryResult['rows']>
  start(): Promise<void>
  /** As a power cut, or in good order. */
  stop(how: 'SIGQUIT' | 'SIGINT'): Promise<void>
}

export interface PostgresPair {
  readonly primary: Server
  /** It has what the primary acknowledged: `synchronous_commit` waits for it to have applied each commit. */
  readonly standby: Server
  /** For the program, with both servers in it. */
  readonly url: string
  close(): Promise<void>
}

/** Starts a primary with a synchronous standby, both from the embedded PostgreSQL. */
export async function startPostgresPair(folder: string): Promise<PostgresPair> {
  const home = join(folder, 'one')
  mkdirSync(home, { recursive: true })
  // Root has PostgreSQL run by another user.
  chmodSync(folder, 0o711)
  const first = await startPostgres({ dataFolder: home })
  await first.stop()
  const [user, admin] = [new URL(first.url), new URL(first.adminUrl)]
  const copy = join(folder, 'two')
  // Keeps modes and owners, which PostgreSQL checks.
  await run('cp', ['-a', home, copy])
  const account = findPostgresAccount(join(home, 'postgres'))
  const binaries = prepareBinaries({ copyFolder: home, account })

  const open = (data: string, port: number): Server => {
    const files = join(data, 'postgres', 'files')
    let child: ChildProcess | null = null
    const ask = async (sql: string, values: readonly unknown[] = []) => {
      const client = new pg.Client({
        connectionString: Object.assign(new URL(admin), { port: String(port), pathname: user.pathname }).href,
      })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(sql, [...values])).rows
      } finally {
        await client.end()
      }
    }
    return {
      port,
      ask,
      start: async () => {
        const log = openSync(join(data, 'postgres', 'log'), 'a')
        const args = ['-D', files, ...settings.flatMap((setting) => ['-c', setting]), '-c', `port=${port}`]
        const env = { PATH: process.env.PATH, LANG: 'C', TZ: 'UTC' }
        child = spawn(binaries.postgres, args, { ...account, cwd: files, env, stdio: ['ignore', log, log] })
        closeSync(log)
        while (!(await ask('select 1').then(Boolean, () => false))) {
          if (child.exitCode !== null) throw new Error(`Expected PostgreSQL to start, but it ended: ${data}.`)
          await sleep(50)
        }
      },
      stop: async (how) => {
        if (child === null || child.exitCode !== null || child.signalCode !== null) return
        const exit = once(child, 'exit')
        child.kill(how)
        await exit
      },
    }
  }

  const primary = open(home, await findFreePort())
  const standby = open(copy, await findFreePort())
  const signal = join(copy, 'postgres', 'files', 'standby.signal')
  writeFileSync(signal, '')
  if (account !== null) chownSync(signal, account.uid, account.gid)
  appendFileSync(
    join(copy, 'postgres', 'files', 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=${admin.password}'\n`,
  )
  await primary.start()
  await standby.start()
  await primary.ask(`alter system set synchronous_standby_names = '*'`)
  await primary.ask(`alter system set synchronous_commit = 'remote_apply'`)
  await primary.ask('select pg_reload_conf()')
  while ((await primary.ask(`select from pg_stat_replication where sync_state = 'sync'`)).length === 0) await sleep(50)
  return {
    primary,
    standby,
    url: `postgres://${user.username}:${user.password}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}${user.pathname}`,
    close: async () => {
      for (const server of [standby, primary]) await server.stop('SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Of tests: what a killed process has handed to the system is still there. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'hot_standby=on',
  'wal_keep_size=256MB',
  'timezone=UTC',
]

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const [code] = await once(spawn(command, args, { stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`Expected ${command} to succeed, but it ended with ${code}.`)
}
