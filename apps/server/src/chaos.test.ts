import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiToken, createTestDatabase, createUser } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { createTestRuntime, deployModel } from './runtime/testing/test-runtime.ts'
import { chaosModel, createChaosLoad, shortLease } from './testing/chaos-load.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

const { db, admin, connectionString, workplaceId } = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'millrace-chaos-'))
const seconds = Number(process.env.MILLRACE_CHAOS_SECONDS ?? 6)
const leastKills = 3
const servers = new Map<string, ServerRun>()
let endLoad = () => {}
let webUrl: Promise<string | null> = Promise.resolve(null)

afterAll(async () => {
  endLoad()
  for (const { child, ended } of servers.values()) {
    child.kill('SIGKILL')
    await ended()
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function begin(name: 'web' | 'one' | 'two'): void {
  const roles = name === 'web' ? 'web' : 'worker'
  const env = { DATABASE_URL: connectionString, MILLRACE_DATA: join(folder, name), MILLRACE_ROLES: roles }
  const server = runServer({ env: { ...env, PORT: '0', LOG_LEVEL: 'warn', MILLRACE_SECRET: 'x'.repeat(40) } })
  servers.set(name, server)
  // Asked once: only one can wait for its words.
  if (name === 'web') webUrl = server.url().catch(() => null)
}

it('ends everything once when two workers and a web server are killed at random', {
  timeout: (seconds + 120) * 1000,
}, async () => {
  await deployModel(createTestRuntime(db), { workplaceId, userId: null, cause: 'test' }, chaosModel)
  const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleProcessAdmin', 'RoleUser'] })
  const load = createChaosLoad({
    ask: async (sql, values) => (await admin.query(sql, values === undefined ? [] : [...values])).rows,
    workplaceId,
    authorization: `Bearer ${await createApiToken(db, user)}`,
    url: () => webUrl,
  })
  endLoad = load.end
  begin('web')
  await webUrl
  await admin.query(shortLease)
  for (const name of ['one', 'two'] as const) begin(name)

  const until = Date.now() + seconds * 1000
  let kills = 0
  const kill = async () => {
    while (Date.now() < until || kills < leastKills) {
      await sleep(500 + Math.random() * 2000)
      const name = (['web', 'one', 'two'] as const)[Math.floor(Math.random() * 3)] ?? 'one'
      if (name === 'web') await webUrl
      const server = servers.get(name)
      server?.child.kill('SIGKILL')
      await server?.ended()
      begin(name)
      kills++
    }
  }
  const completing = load.complete()
  await Promise.all([load.start(until), load.start(until), load.start(until), kill()])
  // A killed worker's jobs are free after its lease.
  await expect.poll(load.open, { timeout: 90_000, interval: 200 }).toBe(0)
  load.end()
  await completing
  expect(kills).toBeGreaterThanOrEqual(leastKills)
  await load.check()
})
