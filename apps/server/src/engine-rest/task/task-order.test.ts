import { createTestApp, fillRestLists } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { fileTasks } from '../../runtime/history/file-tasks.ts'
import { noParameters, selectRows } from '../query/list-query.ts'
import { type TaskRow, taskQuery } from './task-query.ts'

const { db, admin, workplaceId } = await createTestApp()
const count = 300
await fillRestLists(admin, { workplaceId, rows: count })
await admin.query('update task set is_filed = false where priority % 2 = 0')

const list = (sortBy: string, sortOrder: string, page = { firstResult: 0, maxResults: 1_000 }) =>
  db.read({ workplaceId }, (tx) =>
    selectRows<TaskRow>(tx, taskQuery, { ...noParameters(workplaceId), parameters: { sortBy, sortOrder } }, page),
  )

const read = {
  created: (task: TaskRow) => task.created.getTime(),
  dueDate: (task: TaskRow) => task.due?.getTime() ?? null,
  priority: (task: TaskRow) => task.priority,
  name: (task: TaskRow) => task.name,
  assignee: (task: TaskRow) => task.assignee,
} as const

/** What has no value is before all else, and what is equal goes by id. */
function compare(one: unknown, other: unknown): number {
  if (one === other) return 0
  if (one === null) return -1
  if (other === null) return 1
  return (one as number) < (other as number) ? -1 : 1
}

it.each(Object.entries(read))('tasks by %s are in one order, filed or not, and backwards', async (sortBy, fieldOf) => {
  const there = await list(sortBy, 'asc')
  const sorted = there.toSorted((one, other) => compare(fieldOf(one), fieldOf(other)) || compare(one.id, other.id))
  expect(there).toHaveLength(count)
  expect(there.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
  const back = await list(sortBy, 'desc')
  expect(back.map(({ id }) => id)).toEqual(there.map(({ id }) => id).toReversed())
})

it('pages do not overlap and leave out nothing', async () => {
  const whole = (await list('priority', 'asc')).map(({ id }) => id)
  const pages: string[] = []
  for (let firstResult = 0; firstResult < count; firstResult += 70)
    pages.push(...(await list('priority', 'asc', { firstResult, maxResults: 70 })).map(({ id }) => id))
  expect(pages).toEqual(whole)
})

it('shows of a row what it is sorted by only where the answer has it', async () => {
  const [task] = await list('priority', 'asc')
  expect(Object.keys(task ?? {}).filter((name) => name.includes('#'))).toEqual([])
})

it('files what is open, once', async () => {
  const unfiled = async () => (await admin.query('select count(*)::int as n from task where not is_filed')).rows[0].n
  expect(await unfiled()).toBeGreaterThan(0)
  await fileTasks({ db }, workplaceId)
  expect(await unfiled()).toBe(0)
})
