import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostgresAccount } from '../platform/postgres/account.ts'
import { findFreePort } from '../platform/postgres/start-postgres.ts'

/** One PostgreSQL with its Patroni. */
export interface PatroniNode {
  readonly name: string
  /** The port of PostgreSQL. */
  readonly port: number
  /** Kills PostgreSQL itself, which Patroni then starts again. */
  killPostgres(): void
  /** Kills Patroni and PostgreSQL, as a machine that loses its power. */
  killAll(): void
}

/** Two PostgreSQLs managed by Patroni, with etcd for their state and HAProxy in front, on the loopback interface. */
export interface PatroniCluster {
  /** The address of the database for the program: by HAProxy, which sends connections to the primary. */
  readonly proxyUrl: string
  /** The same with both servers in it, without HAProxy. */
  readonly hostsUrl: string
  /** Asks the primary of the moment, as the superuser. */
  ask(sql: string, values?: readonly unknown[]): Promise<pg.QueryResult['rows']>
  /** The node that Patroni calls the primary; waits until there is one. */
  leader(): Promise<PatroniNode>
  /** Waits until Patroni calls the other node a synchronous standby. */
  untilSynchronous(): Promise<void>
  /** Orders Patroni to make the other node the primary. */
  switchOver(): Promise<void>
  close(): Promise<void>
}

/** Programs that Patroni calls beside PostgreSQL; the PostgreSQL from npm has only some of them. */
const needed = ['postgres', 'initdb', 'pg_ctl', 'pg_controldata', 'pg_isready', 'pg_basebackup', 'pg_rewind']

/** What a cluster needs of this machine. */
export interface PatroniTools {
  /** The folder with the programs of PostgreSQL. */
  readonly postgresFolder: string
  /** A sentence for people when something is missing; null when a cluster can be started. */
  readonly missing: string | null
}

/** Looks for Patroni, etcd, HAProxy and PostgreSQL 16 or newer, by default the newest of Debian. */
export function findPatroniTools(postgresFolder = process.env.MILLRACE_PATRONI_POSTGRES ?? findNewest()): PatroniTools {
  const programs = ['patroni', 'etcd', 'haproxy', ...needed.map((name) => join(postgresFolder, name))]
  const answers = programs.map((program) => ({
    program,
    ...spawnSync(program, [program === 'haproxy' ? '-v' : '--version'], { encoding: 'utf8' }),
  }))
  const failed = answers.filter(({ status }) => status !== 0).map(({ program }) => program)
  const version = /\) (\d+)/.exec(answers.find(({ program }) => program.endsWith('/postgres'))?.stdout ?? '')?.[1]
  const found =
    failed.length > 0 ? `these do not run: ${failed.join(', ')}` : Number(version) < 16 && `it is ${version}`
  const missing =
    found &&
    `Expected Patroni, etcd, HAProxy and PostgreSQL 16 or newer with all its programs, but ${found}. On Debian: apt-get install patroni etcd-server haproxy. Name the folder with the programs of PostgreSQL by “npm run chaos -- patroni FOLDER”.`
  return { postgresFolder, missing: missing === false ? null : missing }
}

/** Where Debian has the programs of its newest PostgreSQL. */
function findNewest(): string {
  const versions = '/usr/lib/postgresql'
  const newest = existsSync(versions) ? Math.max(0, ...readdirSync(versions).map(Number).filter(Number.isFinite)) : 0
  return join(versions, String(newest), 'bin')
}

/**
 * Starts etcd, two nodes of Patroni with a synchronous standby, and HAProxy.
 *
 * @param folder an empty one that the account of PostgreSQL can enter.
 * @param postgresFolder the programs of PostgreSQL.
 */
export async function startPatroniCluster(folder: string, postgresFolder: string): Promise<PatroniCluster> {
  const account = findPostgresAccount(join(folder, 'none'))
  const children: ChildProcess[] = []
  const passwords = { superuser: randomBytes(12).toString('hex'), replication: randomBytes(12).toString('hex') }
  const appPassword = randomBytes(12).toString('hex')
  const own = (path: string) => {
    if (account !== null) chownSync(path, account.uid, account.gid)
    return path
  }
  const makeFolder = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700 })
    return own(path)
  }
  const writeOwn = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return own(path)
  }
  const run = (name: string, program: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC', HOME: folder }
    const child = spawn(program, [...args], { ...account, cwd: folder, env, stdio: ['ignore', log, log] })
    closeSync(log)
    child.on('error', () => {})
    children.push(child)
    return child
  }
  own(folder)

  const [etcdPort, peerPort, proxyPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const etcd = `http://127.0.0.1:${etcdPort}`
  const peer = `http://127.0.0.1:${peerPort}`
  const client = ['--listen-client-urls', etcd, '--advertise-client-urls', etcd]
  const peers = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`]
  run('etcd', 'etcd', ['--name', 'etcd', '--data-dir', makeFolder('etcd'), ...client, ...peers])
  await until('etcd to answer', async () => (await fetch(`${etcd}/health`)).ok)

  const nodes: (PatroniNode & { readonly restPort: number })[] = []
  for (const name of ['one', 'two']) {
    const [port, restPort] = [await findFreePort(), await findFreePort()]
    const data = join(makeFolder(name), 'data')
    const config = describeNode({ name, port, restPort, etcdPort, data, postgresFolder, passwords })
    const patroni = run(`patroni-${name}`, 'patroni', [writeOwn(`${name}.yml`, JSON.stringify(config))])
    const killPostgres = () => {
      // Its children follow it: they notice that it has ended.
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    }
    nodes.push({
      ...{ name, port, restPort, killPostgres },
      killAll: () => {
        patroni.kill('SIGKILL')
        killPostgres()
      },
    })
    // The first makes the cluster, the second copies it.
    await until(`node ${name} to run`, async () => (await fetch(`http://127.0.0.1:${restPort}/health`)).ok)
  }

  const leader = async () => {
    for (;;) {
      for (const node of nodes) {
        const answer = await fetch(`http://127.0.0.1:${node.restPort}/primary`).catch(() => null)
        if (answer?.status === 200) return node
      }
      await sleep(100)
    }
  }
  const askAt = async (port: number, database: string, sql: string, values: readonly unknown[] = []) => {
    const admin = new pg.Client({
      connectionString: `postgres://postgres:${passwords.superuser}@127.0.0.1:${port}/${database}`,
    })
    admin.on('error', () => {})
    await admin.connect()
    try {
      return (await admin.query(sql, [...values])).rows
    } finally {
      await admin.end()
    }
  }
  const untilSynchronous = () =>
    until('a synchronous standby', async () => {
      const answers = nodes.map(({ restPort }) => fetch(`http://127.0.0.1:${restPort}/synchronous`))
      return (await Promise.allSettled(answers)).some((one) => one.status === 'fulfilled' && one.value.ok)
    })
  await untilSynchronous()

  const backends = nodes.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`)
  run('haproxy', 'haproxy', ['-f', writeOwn('haproxy.cfg', describeProxy(proxyPort, backends))])
  const { port } = await leader()
  await askAt(port, 'postgres', `create role millrace login nosuperuser nobypassrls password '${appPassword}'`)
  await askAt(port, 'postgres', 'create database millrace owner millrace')
  await until('HAProxy to find the primary', async () => (await askAt(proxyPort, 'millrace', 'select 1')).length === 1)

  const urlAt = (ports: readonly number[]) =>
    `postgres://millrace:${appPassword}@${ports.map((at) => `127.0.0.1:${at}`).join(',')}/millrace`
  return {
    proxyUrl: `${urlAt([proxyPort])}?target_session_attrs=read-write`,
    hostsUrl: urlAt(nodes.map((node) => node.port)),
    ask: async (sql, values) => askAt((await leader()).port, 'millrace', sql, values),
    leader,
    untilSynchronous,
    switchOver: async () => {
      const from = await leader()
      const answer = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name, candidate: nodes.find(({ name }) => name !== from.name)?.name }),
      })
      if (!answer.ok) throw new Error(`Expected Patroni to switch over, but it answered: ${await answer.text()}`)
    },
    close: async () => {
      // Patroni stops its PostgreSQL when it ends in good order.
      for (const child of children.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        const patience = setTimeout(() => child.kill('SIGKILL'), 20_000)
        await exit
        clearTimeout(patience)
      }
    },
  }
}

interface NodeOptions {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly etcdPort: number
  readonly data: string
  readonly postgresFolder: string
  readonly passwords: { readonly superuser: string; readonly replication: string }
}

/** The configuration of one Patroni. JSON is YAML too. */
function describeNode({ name, port, restPort, etcdPort, data, postgresFolder, passwords }: NodeOptions): object {
  const hba = ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256']
  const rest = `127.0.0.1:${restPort}`
  const server = `127.0.0.1:${port}`
  return {
    ...{ scope: 'millrace', name },
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: [`127.0.0.1:${etcdPort}`] },
    bootstrap: {
      dcs: {
        // The shortest lease that Patroni recommends: so long a dead primary stays the primary.
        ...{ ttl: 20, loop_wait: 5, retry_timeout: 5, synchronous_mode: true },
        postgresql: {
          use_pg_rewind: true,
          parameters: { synchronous_commit: 'on', max_connections: 100, timezone: 'UTC', wal_keep_size: '256MB' },
        },
      },
      initdb: [
        { encoding: 'UTF8' },
        { locale: 'C' },
        { 'locale-provider': 'builtin' },
        { 'builtin-locale': 'C.UTF-8' },
        'data-checksums',
      ],
    },
    postgresql: {
      ...{ listen: server, connect_address: server, data_dir: data, bin_dir: postgresFolder, pg_hba: hba },
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: '' },
      basebackup: [{ checkpoint: 'fast' }],
    },
  }
}

/** As the documentation of Patroni has it: the server whose Patroni says that it is the primary. */
function describeProxy(port: number, servers: readonly string[]): string {
  return `global
  maxconn 500
defaults
  mode tcp
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 5s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) if (await isSo().catch(() => false)) return
  throw new Error(`Expected ${what} within two minutes, but it did not.`)
}
