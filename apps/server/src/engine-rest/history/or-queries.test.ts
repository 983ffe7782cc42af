import { createTestApp, fillRestLists } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { type ListQuery, noParameters, selectRows } from '../query/list-query.ts'
import { instanceHistoryQuery } from './instance-history.ts'
import { taskHistoryQuery } from './task-history.ts'

const { db, admin, workplaceId } = await createTestApp()
await fillRestLists(admin, { workplaceId, rows: 20 })
const { rows: ended } = await admin.query(
  'select id, instance_id from history_task where workplace_id = $1 order by id limit 1',
  [workplaceId],
)
const { rows: open } = await admin.query(
  'select id, instance_id from task where workplace_id = $1 order by id limit 1',
  [workplaceId],
)

async function findIds<Row extends { readonly id: string }>(query: ListQuery<Row>, one: object): Promise<string[]> {
  const scope = { ...noParameters(workplaceId), origin: 'body' as const, parameters: { orQueries: [one] } }
  const page = { firstResult: 0, maxResults: 1_000 }
  return (await db.read({ workplaceId }, (tx) => selectRows(tx, query, scope, page))).map(({ id }) => id)
}

it('a task of one of the orQueries is one of its instance', async () => {
  expect(await findIds(taskHistoryQuery, { processInstanceId: ended[0].instance_id })).toEqual([ended[0].id])
  expect(await findIds(taskHistoryQuery, { processInstanceId: open[0].instance_id })).toEqual([open[0].id])
})

it('an instance of one of the orQueries has exactly its business key', async () => {
  const [one] = (
    await admin.query('select id, business_key from instance where workplace_id = $1 order by id', [workplaceId])
  ).rows
  await admin.query('update instance set business_key = $2 where id = $1', [one.id, 'Key-A'])
  await admin.query('update instance_listing set business_key = $2 where instance_id = $1', [one.id, 'key-a'])
  expect(await findIds(instanceHistoryQuery, { processInstanceBusinessKey: 'Key-A' })).toEqual([one.id])
  expect(await findIds(instanceHistoryQuery, { processInstanceBusinessKeyIn: ['Key-A', 'other'] })).toEqual([one.id])
  expect(await findIds(instanceHistoryQuery, { processInstanceBusinessKey: 'key-a' })).toEqual([])
  expect(await findIds(instanceHistoryQuery, { processInstanceBusinessKeyIn: ['key-a'] })).toEqual([])
})
