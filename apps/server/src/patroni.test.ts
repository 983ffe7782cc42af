import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiToken, createUser, createWorkplace } from '@millrace/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { checkDatabase } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { createTestRuntime, deployModel } from './runtime/testing/test-runtime.ts'
import { chaosModel, createChaosLoad, shortLease } from './testing/chaos-load.ts'
import { findPatroniTools, type PatroniCluster, startPatroniCluster } from './testing/patroni-cluster.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

const { postgresFolder, missing } = findPatroniTools()

/** `npm run chaos -- patroni` lets all of it happen, by both ways. `npm test` lets the cluster switch over once. */
const isLong = process.env.MILLRACE_CHAOS_PATRONI === '1'

/** What happens to the cluster, and how long starts may then fail, in seconds: for a dead node the lease of Patroni. */
const all: readonly (readonly [string, number, (cluster: PatroniCluster) => Promise<void>])[] = [
  ['PostgreSQL is killed and restarted in place', 30, async ({ leader }) => (await leader()).killPostgres()],
  ['Patroni switches over', 30, ({ switchOver }) => switchOver()],
  ['the node of the primary is killed', 60, async ({ leader }) => (await leader()).killAll()],
]
const events = isLong ? all : all.slice(1, 2)

const ways = [
  ['through HAProxy', 'proxyUrl'],
  ['by the list of its hosts', 'hostsUrl'],
] as const

describe.each(isLong ? ways : ways.slice(0, 1))('a database of Patroni %s', (way, address) => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  it('loses nothing acknowledged, and does nothing twice', { timeout: 900_000 }, async (context) => {
    if (missing !== null) return context.skip(missing)
    const folder = mkdtempSync(join(tmpdir(), 'millrace-patroni-'))
    chmodSync(folder, 0o711)
    ends.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
    const cluster = await startPatroniCluster(folder, postgresFolder)
    ends.push(cluster.close)
    const { [address]: url, ask } = cluster
    const database = await checkDatabase(url, { waitMs: 5000 })
    await migrate(database)
    const db = openDatabase(database)
    const workplaceId = await createWorkplace(db)
    await deployModel(createTestRuntime(db), { workplaceId, userId: null, cause: 'test' }, chaosModel)
    const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleProcessAdmin', 'RoleUser'] })
    const authorization = `Bearer ${await createApiToken(db, user)}`
    await db.close()

    const begin = (roles: string): ServerRun => {
      const env = { DATABASE_URL: url, MILLRACE_DATA: join(folder, roles), MILLRACE_ROLES: roles }
      const waits = { MILLRACE_DATABASE_WAIT: '10', PORT: '0', LOG_LEVEL: 'warn', MILLRACE_SECRET: 'x'.repeat(40) }
      const server = runServer({ env: { ...env, ...waits } })
      ends.push(() => {
        server.child.kill('SIGKILL')
        return server.ended()
      })
      return server
    }
    const web = begin('web').url()
    await web
    await ask(shortLease)
    await begin('worker').until(/Millrace is running jobs/)
    const load = createChaosLoad({ ask, workplaceId, authorization, url: () => web })
    ends.push(load.end)
    const completing = Promise.all([1, 2].map(() => load.complete()))
    let isOver = false
    const starting = Promise.all(
      [1, 2].map(async () => {
        // Slowly enough that the people who complete tasks keep up.
        while (!isOver) {
          await load.start(Date.now() + 1)
          await sleep(200)
        }
      }),
    )
    await expect.poll(() => load.times.length).toBeGreaterThan(20)

    for (const [name, mostSeconds, happen] of events) {
      await cluster.untilSynchronous()
      const [count, failures] = [load.times.length, load.failures.length]
      const former = await cluster.leader()
      const happenedAt = Date.now()
      await happen(cluster)
      if (isLong) {
        // For a pause that begins later, such as that of a switch-over, and as long as this one may take.
        await sleep(mostSeconds * 1000)
      } else {
        const limits = { timeout: mostSeconds * 1000, interval: 100 }
        await expect.poll(async () => (await cluster.leader()).name, limits).not.toBe(former.name)
        const changed = load.times.length
        await expect.poll(() => load.times.length, limits).toBeGreaterThan(changed + 5)
      }
      const times = [happenedAt, ...load.times.slice(count)]
      const pause = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))
      console.log(
        `patroni ${way}: ${name}: longest pause ${(pause / 1000).toFixed(1)} s, ${times.length - 1} starts, ${load.failures.length - failures} calls failed`,
      )
      expect(Date.now() - (times.at(-1) ?? 0)).toBeLessThan(10_000)
    }
    isOver = true
    await starting
    await expect.poll(load.open, { timeout: 300_000, interval: 500 }).toBe(0)
    load.end()
    await completing
    await load.check()
  })
})
