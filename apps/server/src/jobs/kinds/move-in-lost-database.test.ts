import { moveInCalls as calls, type MoveIn } from '@millrace/contract'
import { type CuttableProxy, createTestApp, createWorkplace, openCuttableProxy } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { addressOf } from '../../operations/move-in/testing/house.ts'
import { loadStories } from '../../operations/move-in/testing/stories/load-stories.ts'
import { openReaderByUrl } from '../../platform/outgoing/databases/reader.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

let sourceUrl = ''
let way: CuttableProxy | undefined
const { db, admin, runtime, clock, signIn, connectionString } = await createTestApp({
  databases: {
    ask: () => Promise.reject(new Error('Expected no question of an adapter in this test.')),
    read: () => openReaderByUrl(sourceUrl),
  },
  connectBy: async (address) => {
    way = await openCuttableProxy(address)
    return way.connectionString
  },
})
afterAll(() => way?.close())

const source = {
  ...{ vendor: 'postgresql', host: 'source.example.org', port: 5432, database: 'flowable', schema: '' },
  ...{ username: 'reader', password: 'hush-hush', encryption: 'off', timeZone: 'UTC', since: null, definitions: null },
} as const

const work = async () => {
  for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'move-in'))
    await runClaimedJob({ runtime, services: {} as Services }, job)
}

/** Starts a move into a new workplace, whose job has not run yet. */
async function order() {
  const keeper = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
  const { body } = await keeper.call(calls.connect, { body: source })
  await work()
  await keeper.call(calls.start, { params: { id: body.id } })
  const { workplaceId } = keeper.user
  return {
    last: async (): Promise<MoveIn | null> => (await keeper.call(calls.read, {})).body.item,
    countMoved: async (): Promise<number> =>
      (
        await admin.query(`select count(*)::int from moved_item where workplace_id = $1 and kind = 'hierarchy'`, [
          workplaceId,
        ])
      ).rows[0].count,
    countJobs: async (): Promise<number> =>
      (await admin.query(`select count(*)::int from job where workplace_id = $1 and kind = 'move-in'`, [workplaceId]))
        .rows[0].count,
  }
}

it('continues when the answer to a commit of many hierarchies is lost with the database', async () => {
  await loadStories(connectionString, 'flowable_house', 'flowable-7.2')
  sourceUrl = addressOf(connectionString, 'flowable_house')
  const whole = await order()
  await work()
  const expected = await whole.last()
  expect(expected?.state).toBe('done')

  // The commit waits until the connection is lost.
  await admin.query(`create function wait_at_commit() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(4711);
      return null;
    end $$`)
  await admin.query(`create constraint trigger at_commit after insert on moved_item deferrable initially deferred
    for each row when (new.kind = 'hierarchy') execute function wait_at_commit()`)
  const other = await admin.connect()
  await other.query('select pg_advisory_lock(4711)')
  const broken = await order()
  const working = work()
  working.catch(() => {})
  await expect
    .poll(
      async () =>
        (
          await other.query(
            `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted
              and database = (select oid from pg_database where datname = current_database())`,
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBe(1)
  way?.cut()
  way?.restore()
  await other.query('select pg_advisory_unlock(4711)')
  other.release()
  await expect(working).rejects.toThrow(/ECONNRESET|Connection terminated/)
  await expect.poll(broken.countMoved).toBeGreaterThan(1)
  expect([(await broken.last())?.state, await broken.countJobs()]).toEqual(['moving', 1])

  // The lease of the worker ends.
  clock.advance({ seconds: 61 })
  await work()
  const { state, counts, codes } = (await broken.last()) ?? {}
  expect({ state, counts, codes }).toEqual({ state: 'done', counts: expected?.counts, codes: expected?.codes })
  expect(await broken.countMoved()).toBe(await whole.countMoved())
}, 120_000)
