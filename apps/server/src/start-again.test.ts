import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@millrace/server/testing'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { readConfig } from './platform/config.ts'
import { startServer } from './start-server.ts'
import { type MessageProxy, openMessageProxy } from './testing/message-proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-start-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Starts a server by a way that can be cut, and stops it.
 *
 * @param whenStarted is called in between with its address and what it printed.
 * @returns what it printed of the administrator.
 */
async function start(
  proxy: MessageProxy,
  wait = '20',
  whenStarted: (url: string | null, passwords: readonly (string | null)[]) => Promise<void> = async () => {},
): Promise<(string | null)[]> {
  const passwords: (string | null)[] = []
  const { config } = readServerConfig(proxy, wait)
  const server = await startServer({ config, onAdministrator: (one) => passwords.push(one.generatedPassword) })
  const readiness = async () => (await fetch(`${server.url}/api/actuator/health/readiness`)).status
  // Its database answers late on a busy machine.
  await expect.poll(readiness, { timeout: 20_000 }).toBe(200)
  await whenStarted(server.url, passwords)
  await server.stop()
  return passwords
}

function readServerConfig(proxy: MessageProxy, wait: string) {
  const config = readConfig({
    ...{ DATABASE_URL: `${proxy.connectionString}?target_session_attrs=read-write`, MILLRACE_DATABASE_WAIT: wait },
    ...{ MILLRACE_DATA: folder, MILLRACE_SECRET: 'x'.repeat(40), PORT: '0', LOG_LEVEL: 'fatal' },
  })
  return { config }
}

/** Lets everything through again as soon as the cut has happened. */
async function mendLater(proxy: MessageProxy): Promise<void> {
  await expect.poll(() => proxy.isCut(), { timeout: 20_000, interval: 20 }).toBe(true)
  await proxy.restore()
}

it('begins again when its database is lost at any point of the start', { timeout: 180_000 }, async () => {
  const { connectionString } = await createTestDatabase()
  const proxy = await openMessageProxy(connectionString)
  afterAll(() => proxy.close())
  await start(proxy)
  await proxy.restore()
  const { config } = readServerConfig(proxy, '20')
  const server = await startServer({ config, onAdministrator: () => {} })
  const length = proxy.count('server')
  await server.stop()
  for (const share of [0.05, 0.4, 0.7, 0.9]) {
    proxy.cut(Math.floor(share * length), 'server')
    const [passwords] = await Promise.all([start(proxy), mendLater(proxy)])
    expect([share, passwords]).toEqual([share, [null]])
  }
})

/** Creates a database without tables. @returns its address, and a superuser in it. */
async function createEmptyDatabase(): Promise<{ connectionString: string; admin: pg.Pool }> {
  const { url, adminUrl } = inject('postgres')
  const name = `start_${randomUUID().replaceAll('-', '')}`
  const server = new pg.Pool({ connectionString: adminUrl, max: 1 })
  await server.query(`create database ${name} owner millrace`)
  const inside = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  const admin = new pg.Pool({ connectionString: inside(adminUrl), max: 2 })
  afterAll(async () => {
    await admin.end()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  })
  return { connectionString: inside(url), admin }
}

it('shows the password of a first start whose answer to the commit is lost', { timeout: 120_000 }, async () => {
  const { connectionString, admin } = await createEmptyDatabase()
  const proxy = await openMessageProxy(connectionString)
  afterAll(() => proxy.close())
  const other = await admin.connect()
  const administrator = `hashtextextended('millrace administrator', 0)`
  const countWaiting = async (key: string) =>
    (
      await other.query(`select from pg_locks where locktype = 'advisory' and not granted
        and (classid::bigint << 32 | objid::bigint) = ${key}
        and database = (select oid from pg_database where datname = current_database())`)
    ).rowCount
  // The server waits after its migrations, and again at the commit of the administrator.
  await other.query(`select pg_advisory_lock(${administrator}), pg_advisory_lock(4711)`)
  const signIns: number[] = []
  const starting = start(proxy, '60', async (url, [password]) => {
    const body = JSON.stringify({ username: 'admin', password })
    const cookies = (await fetch(`${url}/api/actuator/health/liveness`)).headers.getSetCookie()
    const token = cookies.flatMap((cookie) => cookie.match(/^XSRF-TOKEN=([^;]+)/)?.[1] ?? [])[0] ?? ''
    const headers = {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': decodeURIComponent(token),
    }
    signIns.push((await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).status)
  })
  starting.catch(() => {})
  await expect.poll(() => countWaiting(administrator), { timeout: 60_000 }).toBe(1)
  await other.query(`create function wait_at_commit() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(4711);
      return null;
    end $$`)
  await other.query(`create constraint trigger at_commit after insert on app_user deferrable initially deferred
    for each row execute function wait_at_commit()`)
  await other.query(`select pg_advisory_unlock(${administrator})`)
  await expect.poll(() => countWaiting('4711'), { timeout: 20_000 }).toBe(1)
  proxy.cut(0, 'server')
  await other.query('select pg_advisory_unlock(4711)')
  other.release()
  await mendLater(proxy)
  expect(await starting).toEqual([expect.stringMatching(/^[\w-]{16}$/)])
  expect(signIns).toEqual([200])
  expect((await admin.query('select username from app_user')).rows).toEqual([{ username: 'admin' }])
  expect(await start(proxy)).toEqual([null])
})

it('ends with a sentence when the database stays away', async () => {
  const { connectionString } = await createTestDatabase()
  const proxy = await openMessageProxy(connectionString)
  afterAll(() => proxy.close())
  proxy.cut(100, 'server')
  await expect(start(proxy, '1')).rejects.toThrow(
    /^Expected .*PostgreSQL at 127\.0\.0\.1|^Expected the database to answer/,
  )
})
