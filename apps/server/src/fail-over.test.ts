import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiToken, createUser, createWorkplace } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { checkDatabase } from './platform/db/connect.ts'
import { openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { createTestRuntime, deployModel } from './runtime/testing/test-runtime.ts'
import { chaosModel, createChaosLoad, shortLease } from './testing/chaos-load.ts'
import { findRoom } from './testing/find-room.ts'
import { type PostgresPair, startPostgresPair } from './testing/postgres-pair.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

/** `npm run chaos -- failover 10` */
const rounds = Number(process.env.MILLRACE_FAIL_OVERS ?? 1)
const servers: ServerRun[] = []
const folders: string[] = []
const pairs: PostgresPair[] = []
let endLoad = () => {}

afterAll(end)

async function end(): Promise<void> {
  endLoad()
  for (const { child, ended } of servers.splice(0)) {
    child.kill('SIGKILL')
    await ended()
  }
  for (const pair of pairs.splice(0)) await pair.close()
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

it.each(Array.from({ length: rounds }, (_, index) => index + 1))(
  'loses nothing acknowledged and does nothing twice in fail-over %i',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millrace-fail-over-'))
    folders.push(folder)
    const pair = await startPostgresPair(mkdtempSync(join(findRoom(), 'millrace-pair-')))
    pairs.push(pair)
    const database = await checkDatabase(pair.url, { waitMs: 5000 })
    await migrate(database)
    const db = openDatabase(database)
    const workplaceId = await createWorkplace(db)
    await deployModel(createTestRuntime(db), { workplaceId, userId: null, cause: 'test' }, chaosModel)
    const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleProcessAdmin', 'RoleUser'] })
    const authorization = `Bearer ${await createApiToken(db, user)}`
    await db.close()

    const begin = (roles: string) => {
      const env = { DATABASE_URL: pair.url, MILLRACE_DATA: join(folder, roles), MILLRACE_ROLES: roles }
      const server = runServer({ env: { ...env, PORT: '0', LOG_LEVEL: 'warn', MILLRACE_SECRET: 'x'.repeat(40) } })
      servers.push(server)
      return server
    }
    const web = begin('web')
    const url = web.url()
    await url
    await pair.primary.ask(shortLease)
    // It may still be starting when the primary is gone.
    const worker = begin('worker')
    let server = pair.primary
    const load = createChaosLoad({
      ask: (sql, values = []) => server.ask(sql, values),
      workplaceId,
      authorization,
      url: () => url,
    })
    endLoad = load.end
    const completing = load.complete()
    const starting = Promise.all([1, 2, 3, 4].map(() => load.start(Date.now() + 9000)))
    await expect.poll(() => load.answered.size).toBeGreaterThan(20)
    await sleep(1500)

    const killedAt = Date.now()
    await pair.primary.stop('SIGQUIT')
    server = pair.standby
    await pair.standby.ask('select pg_promote()')
    const promotedAt = Date.now()
    await starting
    await worker.until(/Millrace is running jobs/)
    const next = load.times.find((time) => time > promotedAt)
    expect(next).toBeDefined()
    console.log(
      `fail-over: promoted after ${promotedAt - killedAt} ms, started again after ${(next ?? Number.NaN) - killedAt} ms, ${load.answered.size} starts`,
    )
    // A job of the moment is free after its lease, if the worker could not give it back.
    await expect.poll(load.open, { timeout: 90_000, interval: 200 }).toBe(0)
    load.end()
    await completing
    await load.check()
    await end()
  },
)
