import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { chaosModel, createChaosLoad } from './testing/chaos-load.ts'
import { findRoom } from './testing/find-room.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

/** The checkout of an older commit with its packages: `npm run chaos -- releases COMMIT` makes it. */
const older = process.env.MILLRACE_OLDER_RELEASE
const newer = join(import.meta.dirname, '../../..')
const servers: ServerRun[] = []
const ends: (() => Promise<unknown>)[] = []

afterAll(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill('SIGKILL')
    await ended()
  }
  for (const end of ends) await end()
})

it.skipIf(older === undefined)(
  'starts a new release beside an older one under load, and no call fails',
  { timeout: 180_000 },
  async () => {
    const { url, adminUrl } = inject('postgres')
    const name = `releases_${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Pool({ connectionString: Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href })
    const root = new pg.Pool({ connectionString: adminUrl, max: 1 })
    await root.query(`create database ${name} owner millrace`)
    ends.push(
      () => admin.end(),
      () => root.query(`drop database ${name} with (force)`),
      () => root.end(),
    )
    const password = `a-${randomUUID()}`
    const begin = (release: string) => {
      const server = runServer({
        script: join(release, 'apps/server/src/main.ts'),
        cwd: release,
        env: {
          DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href,
          ...{ PORT: '0', LOG_LEVEL: 'warn', MILLRACE_SECRET: 'x'.repeat(40), MILLRACE_ADMIN_PASSWORD: password },
          MILLRACE_DATA: mkdtempSync(join(findRoom(), 'millrace-release-')),
        },
      })
      servers.push(server)
      return server
    }
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
    const before = begin(older ?? '')
    const urls = [await before.url()]
    const form = new FormData()
    form.set('deployment-name', 'chaos')
    form.set('chaos.bpmn', new Blob([chaosModel]), 'chaos.bpmn')
    const deployed = await fetch(`${urls[0]}/engine-rest/deployment/create`, {
      ...{ method: 'POST', headers: { authorization }, body: form },
    })
    expect(deployed.status).toBe(200)
    const { rows: schema } = await admin.query('select number from migration')
    const { rows } = await admin.query('select workplace_id as id from workplace')
    let turn = 0
    const load = createChaosLoad({
      ask: async (text, values = []) => (await admin.query(text, [...values])).rows,
      ...{ workplaceId: rows[0].id, authorization },
      url: async () => urls[turn++ % urls.length] ?? null,
    })
    ends.unshift(async () => load.end())
    const completing = load.complete()
    let isEnough = false
    const starting = Promise.all(
      [1, 2, 3, 4].map(async () => {
        while (!isEnough) await load.start(Date.now() + 500)
      }),
    )
    await expect.poll(() => load.answered.size).toBeGreaterThan(20)
    const after = begin(newer)
    urls.push(await after.url())
    const { rows: migrated } = await admin.query('select number from migration')
    console.log(`releases: ${migrated.length - schema.length} migrations, ${load.answered.size} starts before them`)
    const [size] = [load.answered.size]
    await expect.poll(() => load.answered.size).toBeGreaterThan(size + 100)
    // Nobody is sent to the older one any more, then it ends in good order.
    urls.shift()
    await expect.poll(() => load.answered.size).toBeGreaterThan(size + 150)
    before.child.kill('SIGTERM')
    await before.ended()
    await expect.poll(() => load.answered.size).toBeGreaterThan(size + 200)
    isEnough = true
    await starting
    await expect.poll(load.open, { timeout: 60_000 }).toBe(0)
    load.end()
    await completing
    expect(load.failures).toEqual([])
    await load.check()
    expect(migrated.length).toBeGreaterThan(schema.length)
  },
)
