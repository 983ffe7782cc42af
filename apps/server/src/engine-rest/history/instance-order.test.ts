import { createTestApp, fillRestLists } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { countRows, noParameters, selectRows } from '../query/list-query.ts'
import { type InstanceHistoryRow, instanceHistoryQuery } from './instance-history.ts'

const { db, admin, workplaceId } = await createTestApp()
await fillRestLists(admin, { workplaceId, rows: 60 })
await admin.query(`update instance_listing set is_filed = false where instance_id::text < '8'`)
const { rows: known } = await admin.query(
  `select i.definition_id as id, d.key from instance i join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id limit 1`,
)
const early = '2000-01-01T10:00:00.000+0000'
const late = '2100-01-01T10:00:00.000+0000'

const filters: readonly Readonly<Record<string, string>>[] = [
  {},
  { finished: 'true' },
  { unfinished: 'true' },
  { finishedAfter: early },
  { finishedBefore: late },
  { finishedAfter: early, unfinished: 'true' },
  { startedAfter: early, finished: 'true' },
  { startedBefore: late, finishedAfter: early },
  { processDefinitionId: known[0]?.id, finishedAfter: early },
  { processDefinitionKey: known[0]?.key, unfinished: 'true' },
]

const list = (parameters: Readonly<Record<string, string>>) =>
  db.read({ workplaceId }, async (tx) => {
    const scope = { ...noParameters(workplaceId), parameters }
    const rows = await selectRows<InstanceHistoryRow>(tx, instanceHistoryQuery, scope, {
      firstResult: 0,
      maxResults: 1_000,
    })
    return { ids: rows.map(({ id }) => id).toSorted(), count: await countRows(tx, instanceHistoryQuery, scope) }
  })

async function expectSameInEveryOrder(filter: Readonly<Record<string, string>>): Promise<void> {
  const { ids } = await list({ ...filter, sortBy: 'definitionKey', sortOrder: 'asc' })
  for (const sortBy of ['instanceId', 'startTime', 'endTime', 'businessKey'])
    for (const sortOrder of ['asc', 'desc'])
      expect([sortBy, sortOrder, await list({ ...filter, sortBy, sortOrder })]).toEqual([
        sortBy,
        sortOrder,
        { ids, count: ids.length },
      ])
}

it.each(filters)('instances of %o are the same in every order, and as many as are counted', expectSameInEveryOrder)

it('ended instances of deleted definitions, too', async () => {
  await admin.query('delete from process_definition where workplace_id = $1', [workplaceId])
  await expectSameInEveryOrder({ processDefinitionKey: known[0]?.key, finished: 'true' })
  await expectSameInEveryOrder({ processDefinitionId: known[0]?.id, finished: 'true' })
})
