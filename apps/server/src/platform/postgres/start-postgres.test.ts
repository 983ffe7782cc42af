import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { endAbandoned } from './orphan.ts'
import { type Postgres, startPostgres } from './start-postgres.ts'

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'millrace-postgres-'))
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** Most tests go on with the files of the one before: making new ones takes the most time. */
const used = makeFolder()
afterAll(() => removeFolder(used))

function makeNewFolder(): string {
  const folder = makeFolder()
  cleanups.push(() => removeFolder(folder))
  return folder
}

async function start(dataFolder: string): Promise<Postgres> {
  const postgres = await startPostgres({ dataFolder })
  cleanups.push(() => postgres.stop())
  return postgres
}

/** Another process with a PostgreSQL on the folder, as a server is one. */
async function startElsewhere(dataFolder: string): Promise<{ url: string; pid: number; kill: () => Promise<void> }> {
  const module = join(import.meta.dirname, 'start-postgres.ts')
  const script = `import { startPostgres } from ${JSON.stringify(module)}
    const { url, pid } = await startPostgres({ dataFolder: ${JSON.stringify(dataFolder)} })
    console.log(JSON.stringify({ url, pid }))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  cleanups.push(() => endAbandoned(join(dataFolder, 'postgres', 'files')))
  cleanups.push(kill)
  for await (const line of createInterface(child.stdout))
    return { ...(JSON.parse(line) as { url: string; pid: number }), kill }
  throw new Error('Expected the other process to start PostgreSQL, but it ended.')
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('startPostgres', () => {
  it('works as a plain role that owns its database, in Unicode and UTC', async () => {
    const { url, adminUrl } = await start(used)
    expect(
      await query(
        url,
        `select current_user as role, current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone, upper('ä') as upper`,
      ),
    ).toEqual([{ role: 'millrace', encoding: 'UTF8', zone: 'UTC', upper: 'Ä' }])
    expect(
      await query(
        adminUrl,
        `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'millrace'`,
      ),
    ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }])
  })

  it('lets nobody in without the password', async () => {
    const { url } = await start(used)
    const guess = new URL(url)
    guess.password = 'guess'
    await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  it.runIf(process.platform === 'linux')('has nothing of how the server keeps its memory', async () => {
    vi.stubEnv('MALLOC_MMAP_THRESHOLD_', '65536')
    cleanups.push(() => void vi.unstubAllEnvs())
    const { pid } = await start(used)
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((one) => one.split('=')[0])
    expect(names).toContain('PATH')
    expect(names).not.toContain('MALLOC_MMAP_THRESHOLD_')
  })

  it('keeps what was written from one start to the next', async () => {
    const folder = used
    const first = await start(folder)
    await query(first.url, 'create table if not exists kept as select 7 as value')
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    expect(await query((await start(folder)).url, 'select value from kept')).toEqual([{ value: 7 }])
  })

  it('can be stopped twice', async () => {
    const postgres = await start(used)
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(isAlive(postgres.pid)).toBe(false)
  })

  it('says when PostgreSQL ends by itself', async () => {
    const postgres = await start(used)
    process.kill(postgres.pid, 'SIGKILL')
    await postgres.ended
    expect(isAlive(postgres.pid)).toBe(false)
  })

  it('takes over from a server that was killed, whose PostgreSQL continues', async () => {
    const folder = used
    const killed = await startElsewhere(folder)
    await query(killed.url, 'create table if not exists kept as select 7 as value')
    await killed.kill()
    expect(await query(killed.url, 'select value from kept')).toEqual([{ value: 7 }])
    const { url } = await start(folder)
    await expect(query(killed.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
    expect(await query(url, 'select value from kept')).toEqual([{ value: 7 }])
  })

  it('takes over from a server that was killed also where PostgreSQL is late to find that out', async () => {
    const killed = await startElsewhere(used)
    const [owner] = await query<{ pid: number }>(
      killed.url,
      `select pid from pg_stat_activity where usename = 'postgres'`,
    )
    if (owner === undefined) throw new Error('Expected a connection of the owner.')
    process.kill(owner.pid, 'SIGSTOP')
    await killed.kill()
    // For longer than it is doubted that a server is there which lives.
    const late = sleep(2500).then(() => process.kill(owner.pid, 'SIGCONT'))
    const [{ url }] = await Promise.all([start(used), late])
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('recovers when server and PostgreSQL were killed together', async () => {
    const folder = used
    const killed = await startElsewhere(folder)
    await query(killed.url, 'create table if not exists kept as select 7 as value')
    process.kill(killed.pid, 'SIGKILL')
    await killed.kill()
    expect(await query((await start(folder)).url, 'select value from kept')).toEqual([{ value: 7 }])
  })

  it('leaves a server alone that lives', async () => {
    const folder = used
    const other = await startElsewhere(folder)
    await expect(startPostgres({ dataFolder: folder })).rejects.toThrow(
      /^Expected the data folder to be free, but another server uses it/,
    )
    expect(await query(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is not misled when another program has the process number of a killed PostgreSQL', async () => {
    const folder = used
    const first = await start(folder)
    await first.stop()
    writeFileSync(
      join(folder, 'postgres/files/postmaster.pid'),
      `${process.pid}\n${folder}/postgres/files\n1\n5432\n\n127.0.0.1\n  1  1\nready   \n`,
    )
    expect(await query((await start(folder)).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('begins again where a first start was killed half-way', async () => {
    const folder = makeNewFolder()
    writeFileSync(join(folder, 'postgres.99999999'), 'what a killed start left')
    expect(await query((await start(folder)).url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(existsSync(join(folder, 'postgres.99999999'))).toBe(false)
  })

  it('says what is wrong with files of another version', async () => {
    const folder = used
    const first = await start(folder)
    await first.stop()
    writeFileSync(join(folder, 'postgres/files/PG_VERSION'), '17\n')
    await expect(startPostgres({ dataFolder: folder })).rejects.toThrow(
      /^Expected the data folder .* to be of PostgreSQL 18, but it is of 17\./,
    )
    writeFileSync(join(folder, 'postgres/files/PG_VERSION'), '18\n')
  })

  it('says why PostgreSQL does not start', async () => {
    const folder = used
    const first = await start(folder)
    await first.stop()
    const settings = { shared_buffers: 'much' }
    await expect(startPostgres({ dataFolder: folder, settings })).rejects.toThrow(
      /^Expected PostgreSQL to start on .*, but it ended: invalid value for parameter "shared_buffers": "much"/,
    )
    expect(existsSync(join(folder, 'postgres/files/postmaster.pid'))).toBe(false)
  })

  it('lets one of two win that start for the first time at once', async () => {
    const folder = makeNewFolder()
    const results = await Promise.allSettled([startElsewhere(folder), startElsewhere(folder)])
    const winners = results.filter((result) => result.status === 'fulfilled')
    expect(winners.length).toBeGreaterThanOrEqual(1)
    const pid = Number(readFileSync(join(folder, 'postgres/files/postmaster.pid'), 'utf8').split('\n')[0])
    expect(winners.map(({ value }) => value.pid)).toContain(pid)
  })
})

describe('the socket of a PostgreSQL of our own', () => {
  const whence = 'select current_user as "user", inet_client_addr() as address'
  const socketsIn = (folder: string) =>
    readdirSync(join(folder, 'postgres')).filter((name) => /^\.s\.PGSQL\.\d+$/.test(name))

  it('is in the data folder, and needs the password as well', async () => {
    const postgres = await start(used)
    expect(await query(postgres.nearUrl, whence)).toEqual([{ user: 'millrace', address: null }])
    expect(await query(postgres.url, whence)).toEqual([{ user: 'millrace', address: '127.0.0.1' }])
    await expect(query(postgres.nearUrl.replace(/:[^:@]+@/, ':wrong@'), whence)).rejects.toThrow(/password/)
  })

  it('is not left behind by one that was killed', async () => {
    const folder = makeNewFolder()
    const { pid, kill } = await startElsewhere(folder)
    expect(socketsIn(folder)).toHaveLength(1)
    await kill()
    process.kill(pid, 'SIGKILL')
    const postgres = await start(folder)
    expect(socketsIn(folder)).toEqual([`.s.PGSQL.${new URL(postgres.url).port}`])
    expect(await query(postgres.nearUrl, whence)).toEqual([{ user: 'millrace', address: null }])
  })

  it.each<[string, (folder: string) => string | Promise<string>]>([
    ['the path would be too long', (folder) => join(folder, 'x'.repeat(90))],
    ['PostgreSQL would read it as two', (folder) => join(folder, 'a,b')],
    [
      'the folder takes none',
      async (folder) => {
        await (await start(folder)).stop()
        chmodSync(join(folder, 'postgres'), 0o500)
        cleanups.push(() => chmodSync(join(folder, 'postgres'), 0o700))
        return folder
      },
    ],
  ])('is done without where %s', async (_why, choose) => {
    const parent = makeNewFolder()
    chmodSync(parent, 0o711)
    const folder = await choose(parent)
    mkdirSync(folder, { recursive: true })
    const { url, nearUrl } = await start(folder)
    expect(nearUrl).toBe(url)
    expect(await query(nearUrl, whence)).toEqual([{ user: 'millrace', address: '127.0.0.1' }])
  })
})
