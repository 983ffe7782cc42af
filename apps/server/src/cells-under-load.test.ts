import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createApiToken,
  createTestDatabase,
  createUser,
  createWorkplace,
  openCuttableProxy,
  type TestDatabase,
} from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { moveWorkplace } from './operations/workplaces/move-workplace.ts'
import type { Homes } from './operations/workplaces/workplace-home.ts'
import { readBuildInfo } from './platform/build-info.ts'
import { identify } from './platform/db/cells/identify.ts'
import { createTestRuntime, deployModel } from './runtime/testing/test-runtime.ts'
import { chaosModel, createChaosLoad, shortLease } from './testing/chaos-load.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

/** `npm run chaos -- cells 30`: so many workplaces, in three databases, and two servers of each role. */
const many = Number(process.env.MILLRACE_CHAOS_CELLS ?? 0)
const count = many || 3
const names = many > 0 ? ['north', 'south'] : ['north']
const seconds = many > 0 ? 60 : 0
/** How long servers may take to hear of a move, in milliseconds. */
const settleMs = many > 0 ? 2000 : 500
const patience = { timeout: 60_000 }

const first = await createTestDatabase()
const cells = await Promise.all(names.map(async (name) => ({ name, database: await createTestDatabase() })))
for (const { database } of cells) await database.admin.query('delete from workplace')
const [north] = cells
if (north === undefined) throw new Error('Expected a database beside the first one.')
const way = await openCuttableProxy(north.database.connectionString)
const folder = mkdtempSync(join(tmpdir(), 'millrace-cells-load-'))
const servers: ServerRun[] = []
const homes: Homes = {
  db: first.db,
  cells: cells.map(({ name, database: { db } }) => ({
    ...{ name, db, isOpen: true, close: async () => {} },
    whenOpen: (callback) => callback(db),
  })),
}
const databases = new Map<string | null, TestDatabase>([
  [null, first],
  ...cells.map(({ name, database }) => [name, database] as const),
])

afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL')
    await ended()
  }
  await way.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function begin(role: string, index: number): ServerRun {
  const MILLRACE_DATABASES = cells
    .map(({ name, database }) => `${name}=${name === 'north' ? way.connectionString : database.connectionString}`)
    .join(' ')
  const server = runServer({
    env: {
      ...{ DATABASE_URL: first.connectionString, MILLRACE_DATABASES, MILLRACE_ROLES: role, PORT: '0' },
      ...{ MILLRACE_DATA: join(folder, `${role}${index}`), MILLRACE_SECRET: 'x'.repeat(40), LOG_LEVEL: 'fatal' },
    },
  })
  servers.push(server)
  return server
}

/** A workplace in a database, with its load. */
async function fill(index: number, urls: readonly Promise<string>[]) {
  const name = [null, ...names][index % (names.length + 1)] ?? null
  const { db } = databases.get(name) ?? first
  const reference = `place${index}`
  const workplaceId = await createWorkplace(db, { reference })
  if (name !== null)
    await first.admin.query('insert into workplace (workplace_id, reference, name, cell) values ($1, $2, $2, $3)', [
      workplaceId,
      reference,
      name,
    ])
  await deployModel(createTestRuntime(db), { workplaceId, userId: null, cause: 'test' }, chaosModel)
  const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleProcessAdmin', 'RoleUser'] })
  const load = createChaosLoad({
    ask: async (sql, values = []) => {
      const { rows } = await first.admin.query('select cell from workplace where workplace_id = $1', [workplaceId])
      const { admin } = databases.get(rows[0]?.cell ?? null) ?? first
      return (await admin.query(sql, [...values])).rows
    },
    ...{ workplaceId, authorization: `Bearer ${await createApiToken(db, user)}` },
    url: () => urls[index % urls.length] ?? Promise.resolve(null),
  })
  return { reference, name, load }
}

it('loses only the workplaces of a dead database, and nothing when one is moved under load', {
  timeout: 600_000,
}, async () => {
  const installation = await identify(first.db, { installation: null, name: null })
  for (const { name, database } of cells) await identify(database.db, { installation, name })
  await first.admin.query(shortLease)
  const roles = many > 0 ? ['web', 'web', 'worker', 'worker'] : ['web', 'worker']
  const started = roles.map((role, index) => ({ role, server: begin(role, index) }))
  const urls = started.filter(({ role }) => role === 'web').map(({ server }) => server.url())
  await Promise.all(urls)
  const places = await Promise.all(Array.from({ length: count }, (_, index) => fill(index, urls)))
  const until = Date.now() + seconds * 1000
  let isMoved = false
  const starting = Promise.all(places.map(({ load }) => load.start(() => !isMoved || Date.now() < until)))
  const completing = Promise.all(places.map(({ load }) => load.complete()))
  const counts = (isNorth: boolean) =>
    places.filter(({ name }) => (name === 'north') === isNorth).map(({ load }) => load.answered.size)
  await expect.poll(() => Math.min(...counts(true), ...counts(false)), patience).toBeGreaterThan(2)

  way.cut()
  const isRefused = ({ load }: (typeof places)[number]) => load.failures.some((failure) => failure.endsWith(' 503'))
  await expect.poll(() => places.filter(({ name }) => name === 'north').every(isRefused), patience).toBe(true)
  const [dead, alive] = [counts(true), counts(false)]
  await expect.poll(() => counts(false).every((now, index) => now > (alive[index] ?? 0) + 2), patience).toBe(true)
  expect(counts(true)).toEqual(dead)
  way.restore()
  await expect.poll(() => counts(true).every((now, index) => now > (dead[index] ?? 0)), patience).toBe(true)

  const moving = places[0]?.load.answered ?? new Set()
  const from = performance.now()
  const { version } = readBuildInfo(join(import.meta.dirname, '../../..'))
  const by = { kind: 'platform', cause: 'test' } as const
  expect(await moveWorkplace(homes, by, { reference: 'place0', to: 'north', version, settleMs })).toMatchObject({
    kind: 'moved',
  })
  console.log(
    `cells: moved under load in ${Math.round(performance.now() - from)} ms, with ${settleMs} ms for servers to hear`,
  )
  const before = moving.size
  await expect.poll(() => moving.size, patience).toBeGreaterThan(before)
  isMoved = true
  await starting
  for (const { load } of places) await expect.poll(load.open, { timeout: 120_000, interval: 200 }).toBe(0)
  for (const { load } of places) load.end()
  await completing
  for (const { load } of places) await load.check()
  // Tasks are completed twice by mistake, starts are not.
  for (const { reference, name, load } of places) {
    const refused = load.failures.filter((failure) => failure.startsWith('/process-definition'))
    const isCut = name === 'north' || reference === 'place0'
    expect([reference, refused.filter((failure) => !isCut || !/: (503|no answer)$/.test(failure))]).toEqual([
      reference,
      [],
    ])
  }
  const { rows } = await first.admin.query(`select cell from workplace where reference = 'place0'`)
  expect(rows).toEqual([{ cell: 'north' }])
  console.log(`cells: ${places.reduce((sum, { load }) => sum + load.answered.size, 0)} starts in ${count} workplaces`)
})
