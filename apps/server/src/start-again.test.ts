import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from './platform/config.ts'
import { startServer } from './start-server.ts'
import { type MessageProxy, openMessageProxy } from './testing/message-proxy.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-start-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a server by a way that can be cut, and stops it. @returns what it printed of the administrator. */
async function start(proxy: MessageProxy, wait = '20'): Promise<(string | null)[]> {
  const passwords: (string | null)[] = []
  const { config } = readServerConfig(proxy, wait)
  const server = await startServer({ config, onAdministrator: (one) => passwords.push(one.generatedPassword) })
  expect((await fetch(`${server.url}/api/actuator/health/readiness`)).status).toBe(200)
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

it('ends with a sentence when the database stays away', async () => {
  const { connectionString } = await createTestDatabase()
  const proxy = await openMessageProxy(connectionString)
  afterAll(() => proxy.close())
  proxy.cut(100, 'server')
  await expect(start(proxy, '1')).rejects.toThrow(
    /^Expected .*PostgreSQL at 127\.0\.0\.1|^Expected the database to answer/,
  )
})
