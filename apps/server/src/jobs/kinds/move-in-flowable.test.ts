import { moveInCalls as calls, type MoveIn } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { addressOf } from '../../operations/move-in/testing/house.ts'
import { loadStories } from '../../operations/move-in/testing/stories/load-stories.ts'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createDatabaseClient } from '../../platform/outgoing/database-client.ts'
import { openReaderByUrl } from '../../platform/outgoing/databases/reader.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

let sourceUrl = ''
/** Called with each statement that is sent to the source. */
let onRead = (): unknown => null
const guarded = createDatabaseClient({ allowed: readAllowedAddresses('off') ?? { allows: () => false } })
const databases = {
  ...guarded,
  read: async () => {
    const reader = await openReaderByUrl(sourceUrl)
    return {
      ...reader,
      query: async <Row>(text: string, values?: readonly unknown[]) => {
        await onRead()
        return reader.query<Row>(text, values)
      },
    }
  },
}
const { db, admin, runtime, clock, signIn, connectionString } = await createTestApp({ databases })
const source = {
  ...{ vendor: 'postgresql', host: 'source.example.org', port: 5432, database: 'flowable', schema: '' },
  ...{ username: 'reader', password: 'hush-hush', encryption: 'off', timeZone: 'UTC', since: null, definitions: null },
} as const

const work = async () => {
  for (const job of (await claimAll(db, clock())).filter(({ kind }) => kind === 'move-in'))
    await runClaimedJob({ runtime, services: {} as Services }, job)
}

/** Rows of a workplace, by table. */
async function countRows(workplaceId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['instance', 'element', 'task', 'variable', 'job', 'subscription', 'external_task', 'incident'])
    counts[table] = Number(
      (await admin.query(`select count(*) from ${table} where workplace_id = $1`, [workplaceId])).rows[0].count,
    )
  for (const table of ['history_instance', 'history_element', 'history_task', 'history_variable'])
    counts[table] = Number(
      (await admin.query(`select count(*) from ${table} where workplace_id = $1`, [workplaceId])).rows[0].count,
    )
  return counts
}

/** The sums of all rows of the source. */
async function checksum(): Promise<string> {
  const { rows } = await admin.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'flowable_house' order by 1`,
  )
  const sums: string[] = []
  for (const { name } of rows) {
    const sum = await admin.query(
      `select md5(string_agg(t::text, '|' order by t::text)) as sum from flowable_house.${name} t`,
    )
    sums.push(`${name} ${sum.rows[0].sum}`)
  }
  return sums.join('\n')
}

it('moves a database of Flowable to the same result, wherever it broke off', async () => {
  await loadStories(connectionString, 'flowable_house', 'flowable-7.2')
  sourceUrl = addressOf(connectionString, 'flowable_house')
  const before = await checksum()
  const results: unknown[] = []
  let breaks = 0
  for (const isBroken of [false, true]) {
    const keeper = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    const last = async (): Promise<MoveIn | null> => (await keeper.call(calls.read, {})).body.item
    const { body } = await keeper.call(calls.connect, { body: source })
    await work()
    await keeper.call(calls.start, { params: { id: body.id } })
    for (let limit = 4; isBroken && limit < 200; limit += 9) {
      let statements = 0
      onRead = () => {
        if (++statements === limit) throw new Error('broken off here')
      }
      await work().catch(() => {})
      onRead = () => null
      if ((await last())?.state === 'done') break
      breaks++
      await keeper.call(calls.start, { params: { id: body.id } })
    }
    await work()
    const item = await last()
    results.push([item?.state, item?.counts, item?.codes, await countRows(keeper.user.workplaceId)])
  }
  expect(breaks).toBeGreaterThan(3)
  expect(results[1]).toEqual(results[0])
  expect(results[0]).toMatchObject(['done', expect.anything(), expect.anything(), { external_task: 5, incident: 2 }])
  expect(await checksum()).toBe(before)
})
