import { createTestDatabase, fillRestLists } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { executionQuery } from './execution/execution-query.ts'
import { externalTaskQuery } from './external-task/external-task-query.ts'
import { detailQuery } from './history/detail-history.ts'
import { elementHistoryQuery } from './history/element-history.ts'
import { externalTaskLogQuery } from './history/external-task-log.ts'
import { incidentHistoryQuery } from './history/incident-history.ts'
import { jobLogQuery } from './history/job-log.ts'
import { taskHistoryQuery } from './history/task-history.ts'
import { variableHistoryQuery } from './history/variable-history.ts'
import { RestRefusal } from './http/rest-refusal.ts'
import { incidentQuery } from './incident/incident-query.ts'
import { jobQuery } from './job/job-query.ts'
import { countRows, type ListQuery, noParameters, selectRows } from './query/list-query.ts'
import { taskQuery } from './task/task-query.ts'
import { variableInstanceQuery } from './variable-instance/variable-query.ts'

const { db, admin, workplaceId } = await createTestDatabase()
await fillRestLists(admin, { workplaceId, rows: 40 })

// biome-ignore lint/suspicious/noExplicitAny: the query of any list.
type AnyQuery = ListQuery<any>

const lists: Readonly<Record<string, { readonly query: AnyQuery; readonly rows: number }>> = {
  tasks: { query: taskQuery, rows: 40 },
  executions: { query: executionQuery, rows: 40 },
  jobs: { query: jobQuery, rows: 40 },
  incidents: { query: incidentQuery, rows: 40 },
  'external tasks': { query: externalTaskQuery, rows: 40 },
  variables: { query: variableInstanceQuery, rows: 40 },
  'history of tasks': { query: taskHistoryQuery, rows: 80 },
  'history of activities': { query: elementHistoryQuery, rows: 80 },
  'history of incidents': { query: incidentHistoryQuery, rows: 40 },
  'history of variables': { query: variableHistoryQuery, rows: 40 },
  details: { query: detailQuery, rows: 80 },
  'job log': { query: jobLogQuery, rows: 120 },
  'external task log': { query: externalTaskLogQuery, rows: 120 },
}

const size = 15

describe.each(Object.entries(lists))('%s', (_, { query, rows }) => {
  const read = (parameters: Readonly<Record<string, unknown>>, page?: { firstResult: number; maxResults: number }) =>
    db.read({ workplaceId }, (tx) =>
      selectRows(tx, query, { ...noParameters(workplaceId), origin: 'body', parameters }, page),
    )

  it('has the same rows in pages as in one answer, by each sort', async () => {
    const sorts = Object.keys(query.sorts).filter((name) => !name.endsWith('Variable'))
    for (const sortBy of sorts)
      for (const sortOrder of ['asc', 'desc']) {
        const asked = { sorting: [{ sortBy, sortOrder }] }
        const all = await read(asked)
        const pages: unknown[] = []
        for (let firstResult = 0; firstResult < rows; firstResult += size)
          pages.push(...(await read(asked, { firstResult, maxResults: size })))
        expect({ asked, count: all.length, pages }).toEqual({ asked, count: rows, pages: all })
      }
  })

  it('takes each filter alone, also where a page is read before tables are joined', async () => {
    const values = [
      'x',
      true,
      'true',
      '2026-11-01T10:00:00.000+0000',
      '00000000-0000-7000-8000-000000000001',
      '1',
      ['x'],
    ]
    const page = { firstResult: 0, maxResults: size }
    for (const name of Object.keys(query.filters)) {
      const answers = await Promise.allSettled(
        values.map((value) =>
          db.read({ workplaceId }, async (tx) => {
            const scope = { ...noParameters(workplaceId), origin: 'body' as const, parameters: { [name]: value } }
            return [await selectRows(tx, query, scope, page), await countRows(tx, query, scope)]
          }),
        ),
      )
      const faults = answers.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
      // A value of another type is refused; what PostgreSQL refuses is a fault of the statement.
      expect(faults.filter((fault) => !(fault instanceof RestRefusal)).map(String), name).toEqual([])
    }
  })

  it('has the same rows by two sorts, and counts them', async () => {
    const [first, second] = Object.keys(query.sorts).filter((name) => !name.endsWith('Variable'))
    const sorting = [first, second].map((sortBy) => ({ sortBy, sortOrder: 'desc' }))
    expect(await read({ sorting })).toHaveLength(rows)
    const count = await db.read({ workplaceId }, (tx) => countRows(tx, query, noParameters(workplaceId)))
    expect(count).toBe(rows)
  })
})

describe.each([
  ['jobs', jobLogQuery],
  ['external tasks', externalTaskLogQuery],
] as const)('the log of %s', (_, query: AnyQuery) => {
  it.each([
    ['creationLog', 80],
    ['failureLog', 0],
    ['successLog', 40],
    ['deletionLog', 0],
  ])('has the entries of %s', async (flag, count) => {
    const scope = { ...noParameters(workplaceId), parameters: { [flag]: 'true' } }
    const rows = await db.read({ workplaceId }, (tx) => selectRows(tx, query, scope))
    expect(rows).toHaveLength(count)
    for (const row of rows) expect(row[flag]).toBe(true)
  })
})

it('conditions of orQueries may concern any table of the history of tasks', async () => {
  const count = async (parameters: Readonly<Record<string, unknown>>) => {
    const scope = { ...noParameters(workplaceId), origin: 'body' as const, parameters }
    return db.read({ workplaceId }, async (tx) => {
      const rows = await selectRows(tx, taskHistoryQuery, scope, { firstResult: 0, maxResults: 100 })
      return [rows.length, await countRows(tx, taskHistoryQuery, scope)]
    })
  }
  const { rows } = await admin.query<{ key: string }>('select key from process_definition order by key limit 1')
  const processDefinitionKey = rows[0]?.key
  const direct = await count({ processDefinitionKey })
  expect(direct).not.toEqual([0, 0])
  expect(await count({ orQueries: [{ processDefinitionKey, taskName: 'Not a name' }] })).toEqual(direct)
  expect(await count({ orQueries: [{ processDefinitionKey: 'unknown', taskName: 'Not a name' }] })).toEqual([0, 0])
})
