import { process } from '@millrace/bpmn/builder'
import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import type { Statement } from '../../platform/db/batch.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { completeTask, createTestRuntime, deployModel, start } from '../testing/test-runtime.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const actor = { workplaceId, userId: 'ada', cause: 'test' }

const sent: string[] = []
const note = (statements: readonly Statement[]) => sent.push(...statements.map(({ name }) => name.replace(/_\d.*/, '')))
const noted = (tx: Tx): Tx => ({
  ...tx,
  batch: (statements) => {
    note(statements as readonly Statement[])
    return tx.batch(statements)
  },
  commit: (statements) => {
    note(statements as readonly Statement[])
    return tx.commit(statements)
  },
})
const database: Database = {
  ...db,
  withTransaction: (of, work, ...options) => db.withTransaction(of, (tx) => work(noted(tx)), ...options),
}
const runtime = { ...createTestRuntime(db), db: database }
const definitionId = await deployModel(
  runtime,
  actor,
  process('errand')
    .start()
    .userTask('first', { 'camunda:assignee': 'ada' })
    .userTask('second', { 'camunda:assignee': 'ben' })
    .end()
    .toXml(),
)

const taken = async (step: () => Promise<unknown>): Promise<string[]> => {
  sent.length = 0
  await step()
  return [...sent]
}
const taskOf = async (id: string): Promise<string> =>
  (await admin.query('select id from task where instance_id = $1', [id])).rows[0].id

/** What is added here, every step of every process pays: it needs a reason, and `npm run bench -- two-tasks`. */
it('a step of two tasks sends these statements and no other', async () => {
  let id = ''
  const started = await taken(async () => {
    id = (await start(runtime, actor, definitionId, { amount: 1 })).instanceId
  })
  const first = await taskOf(id)
  const between = await taken(() => completeTask(runtime, actor, first, { approved: 1 }))
  const second = await taskOf(id)
  const ended = await taken(() => completeTask(runtime, actor, second, {}))
  expect({ started, between, ended }).toEqual({
    started: [
      'instance_insert',
      'element_insert',
      'variable_insert',
      'task_insert',
      'history_element_insert',
      'history_variable_insert',
      // Of whoever starts it, and of those who run processes.
      'instance_listing_insert_one',
      'instance_listing_insert_one',
    ],
    between: [
      'guard_revision_instance',
      'element_delete',
      'element_insert',
      'variable_insert',
      'task_delete',
      'task_insert',
      'history_element_insert',
      'history_task_insert',
      'history_variable_insert',
      'instance_listing_insert_one',
      // That somebody else has a task now.
      'notice_tell_one',
    ],
    ended: [
      'guard_revision_of_end_instance',
      'instance_delete',
      'element_delete',
      'variable_clear',
      'task_delete',
      'history_instance_insert',
      'history_element_insert',
      'history_task_insert',
      'instance_listing_end_one',
    ],
  })
})

/** Of the tables that such a step writes: those of rows that few have, a key for one, cost nothing here. */
it('a new row of what a step writes goes into as many indexes as these', async () => {
  const { rows } = await admin.query(`
    select relname as table, count(*)::int as indexes from pg_index join pg_class on pg_class.oid = indrelid
    where relkind = 'r' and indpred is null
      and relname in ('instance', 'element', 'variable', 'task', 'instance_listing')
    group by relname order by relname`)
  expect(Object.fromEntries(rows.map(({ table, indexes }) => [table, indexes]))).toEqual({
    element: 2,
    instance: 4,
    instance_listing: 1,
    task: 2,
    variable: 1,
  })
})
