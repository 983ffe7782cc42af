import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { defaultBudgets } from '@millrace/contract'
import { createWorkplace } from '@millrace/server/testing'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDatabase } from './platform/db/connect.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { kysely } from './platform/db/kysely.ts'
import { openReplica } from './platform/db/replica/open-replica.ts'
import { withReplica } from './platform/db/replica/with-replica.ts'
import { occasionOf, readMaxAge } from './platform/http/http-request.ts'
import { migrate } from './platform/migrations/migrate.ts'
import { findRoom } from './testing/find-room.ts'
import { type PostgresPair, startPostgresPair } from './testing/postgres-pair.ts'

describe('a standby for reads', () => {
  let pair: PostgresPair
  let primary: Database
  let replica: ReturnType<typeof openReplica>
  let db: Database
  let workplaceId: string

  beforeAll(async () => {
    pair = await startPostgresPair(mkdtempSync(join(findRoom(), 'millrace-pair-')))
    // The standby is behind for as long as a test wants it to be.
    await pair.primary.ask(`alter system set synchronous_commit = 'local'`)
    await pair.primary.ask('select pg_reload_conf()')
    const [own, other] = [pair.primary, pair.standby].map(({ port }) =>
      pair.url.replace(/@[^/]+/, `@127.0.0.1:${port}`),
    )
    const database = await checkDatabase(own ?? '')
    await migrate(database)
    primary = openDatabase(database)
    workplaceId = await createWorkplace(primary)
    replica = openReplica({ url: other ?? '', primary, role: database.role, budgets: defaultBudgets })
    db = withReplica(primary, replica)
  }, 240_000)
  afterAll(async () => {
    await replica?.close()
    await primary?.close()
    await pair?.close()
  })

  const port = { name: 'port', text: 'select inet_server_port()::text', values: [] }
  const askedPort = (maxAge: number | null) =>
    db.read({ workplaceId, maxAge }, async (tx) => Number((await tx.batch([port]))[0]?.[0]?.[0]))
  const names = (maxAge: number | null) =>
    db.read({ workplaceId, maxAge }, async (tx) => (await tx.batch([nameOf]))[0]?.[0]?.[0])
  const nameOf = { name: 'name_of', text: 'select name from workplace', values: [] }
  const rename = (name: string) =>
    db.withPlatformTransaction('test', (tx) => tx.query(kysely.updateTable('workplace').set({ name })))
  const isBehind = () => expect.poll(() => replica.lag.seconds()).toBeGreaterThan(2)

  it('answers those who accept what it knows, and nobody else', async () => {
    await expect.poll(() => askedPort(5)).toBe(pair.standby.port)
    expect(await askedPort(null)).toBe(pair.primary.port)
    const portions = db.readInPortions<{ port: number }>(
      { workplaceId, maxAge: 5 },
      kysely.selectNoFrom((expression) => [expression.fn<number>('inet_server_port').as('port')]),
      10,
    )
    const { value: rows } = await portions.next()
    await portions.return(undefined)
    expect(rows).toEqual([{ port: pair.standby.port }])
  })

  it('is left alone once it is further behind than they accept', async () => {
    await rename('Before')
    await expect.poll(() => names(5)).toBe('Before')
    await pair.standby.ask('select pg_wal_replay_pause()')
    await rename('After')
    await isBehind()
    expect([await names(1), await names(null), await names(3600)]).toEqual(['After', 'After', 'Before'])
    await pair.standby.ask('select pg_wal_replay_resume()')
    await expect.poll(() => names(1)).toBe('After')
    await expect.poll(() => askedPort(1)).toBe(pair.standby.port)
  })

  it('hides what other workplaces have, as the primary does', async () => {
    const elsewhere = await createWorkplace(primary)
    await expect.poll(() => askedPort(5)).toBe(pair.standby.port)
    const counted = { name: 'count_places', text: 'select count(*) from workplace', values: [] }
    const countIn = (id: string) => db.read({ workplaceId: id, maxAge: 3600 }, (tx) => tx.batch([counted]))
    // A standby that is good enough may not have the newest workplace yet.
    await expect.poll(() => countIn(elsewhere)).toEqual([[['1']]])
    expect(await countIn(workplaceId)).toEqual([[['1']]])
  })

  it('changes nothing', async () => {
    const write = { name: 'write_there', text: `update workplace set name = 'There'`, values: [] }
    await expect(db.read({ workplaceId, maxAge: 3600 }, (tx) => tx.batch([write]))).rejects.toThrow(/read-only/)
  })

  it('is replaced by the primary when it is away, also in the middle', async () => {
    await expect.poll(() => askedPort(5)).toBe(pair.standby.port)
    await pair.standby.stop('SIGQUIT')
    // What was measured last is still good enough for those who accept an hour.
    expect(await askedPort(3600)).toBe(pair.primary.port)
    await isBehind()
    expect(await askedPort(1)).toBe(pair.primary.port)
    await pair.standby.start()
    await expect.poll(() => askedPort(5)).toBe(pair.standby.port)
  })

  it('is no standby any more when it was promoted', async () => {
    await pair.standby.ask('select pg_promote()')
    await expect.poll(() => askedPort(3600)).toBe(pair.primary.port)
  })
})

it.each([
  [undefined, null],
  ['10', 10],
  ['1', 1],
  ['3600', 3600],
  ['3601', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['ten', null],
  [['5', '6'], null],
])('reads the header %j as %j', (given, seconds) => {
  expect(readMaxAge({ headers: { 'millrace-max-age': given } })).toBe(seconds)
})

it('is for calls that only read', () => {
  const http = { headers: { 'millrace-max-age': '10' } } as unknown as FastifyRequest
  const ages = ([['GET'], ['GET', true], ['POST']] as const).map(
    ([method, isChange]) => occasionOf({ method, path: '/any', ...(isChange && { isChange }) }, http).maxAge,
  )
  expect(ages).toEqual([10, null, null])
})
