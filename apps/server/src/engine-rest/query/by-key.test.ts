import { createTestDatabase } from '@millrace/server/testing'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runSql } from '../../platform/list/sql.ts'
import { taskQuery } from '../task/task-query.ts'
import { noParameters, selectRows } from './list-query.ts'

const { db, workplaceId } = await createTestDatabase()
const instance = '00000000-0000-7000-8000-000000000001'
const other = '00000000-0000-7000-8000-000000000002'

/** How many statements the connection has prepared once both lists were asked for, beyond those of before. */
const countPrepared = (...asked: readonly Record<string, string>[]) =>
  db.withTransaction({ workplaceId, userId: 'ada', cause: 'test' }, async (tx) => {
    const count = async () => {
      const [row] = await runSql<{ count: number }>(
        tx,
        sql`select count(*) as count from pg_prepared_statements where statement like 'select t.id%'`,
      )
      return row?.count ?? 0
    }
    const before = await count()
    for (const parameters of asked)
      await selectRows(tx, taskQuery, { ...noParameters(workplaceId), parameters }, { firstResult: 0, maxResults: 501 })
    return (await count()) - before
  })

describe('a list that a client asks for', () => {
  it('is prepared once for all keys when nothing but a key narrows it', async () => {
    expect(await countPrepared({ processInstanceId: instance }, { processInstanceId: other })).toBe(1)
  })

  it('is planned for its values when it is narrowed by anything else', async () => {
    expect(await countPrepared({}, { assignee: 'ada' }, { processInstanceId: instance, assignee: 'ada' })).toBe(0)
  })
})
