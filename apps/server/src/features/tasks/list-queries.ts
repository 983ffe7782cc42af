import { type PriorityLevel, priorityLevels, type SetFilter, type TaskRow } from '@millrace/contract'
import { assignedTaskList, unclaimedTaskList } from '@millrace/contract/lists/tasks'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import { isAnyChoice } from '../../platform/list/ask-list.ts'
import { containsAny } from '../../platform/list/conditions.ts'
import { isBeyond, type Key, orderTerm, textKey } from '../../platform/list/keys.ts'
import { selectSql } from '../../platform/list/relation.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'
import { presentTask } from './present-task.ts'

export interface TaskListRow {
  readonly id: string
  readonly name: string | null
  readonly title: string | null
  readonly instance_title: string | null
  readonly task_key: string | null
  readonly assignee: string | null
  readonly delegation: string | null
  readonly is_suspended: boolean
  readonly priority: number
  readonly due_at: Date | null
  readonly created_at: Date
  readonly instance_id: string | null
  readonly business_key: string | null
  readonly definition_id: string | null
  readonly process_key: string | null
  readonly process_name: string | null
  readonly version: number | null
}

/** Whose tasks: an assignee's, or those that nobody has of several candidates (`u:USER`, `g:GROUP`). */
export type TaskPool = { readonly assignee: string } | { readonly candidates: readonly string[] }

export const taskColumns = sql`t.id, t.name, t.title, i.title as instance_title, case when i.id is not null then ${instanceTitle} end as full_title, t.task_key, t.assignee, t.delegation, t.is_suspended, t.priority, t.due_at, t.created_at, t.instance_id,
  i.business_key, t.definition_id, d.key as process_key, d.name as process_name, d.version`

/** Of the columns above. */
export const taskKeys = {
  due: { sql: sql`t.due_at`, type: 'instant', isOptional: true },
  priority: { sql: sql`t.priority`, type: 'integer' },
  created: { sql: sql`t.created_at`, type: 'instant' },
  name: textKey(sql`coalesce(t.name, t.task_key)`),
  process: textKey(sql`coalesce(t.process_name, t.process_key)`),
} as const satisfies Record<string, Key>

export const taskId = { sql: sql`t.id`, type: 'id' } as const satisfies Key

export function searchTasks(text: string): Sql {
  return containsAny(
    [
      sql`t.name`,
      sql`t.task_key`,
      sql`t.process_name`,
      sql`t.process_key`,
      sql`t.business_key`,
      sql`t.title`,
      sql`t.full_title`,
    ],
    text,
  )
}

/** How many tasks are looked at for an order or filter that no index serves: those that are due first. */
export const listWindow = 5_000

/** Tasks whose assignee is the user. */
export const assignedTasks: ListSource<typeof assignedTaskList, TaskListRow, TaskRow> = defineSource({
  list: assignedTaskList,
  ...sourceOf(({ user }) => ({ assignee: user.username })),
  filters: filters(),
})

/** Tasks that the user may claim; by the filter for a group only those that it may claim. */
export const unclaimedTasks: ListSource<typeof unclaimedTaskList, TaskListRow, TaskRow> = defineSource({
  list: unclaimedTaskList,
  ...sourceOf(({ user, query }) => {
    const groups = query.filters.find(({ name }) => name === 'group')?.values
    return { candidates: groups === undefined ? candidatesOf(user) : candidatesIn(user, groups) }
  }),
  // It chooses among the candidates.
  filters: { ...filters(), group: () => sql`true` },
})

/** What tasks name this user by. */
export function candidatesOf({ username, groups }: User): string[] {
  return [`u:${username}`, ...groups.map((group) => `g:${group}`)]
}

function candidatesIn({ groups }: User, wanted: readonly string[]): string[] {
  return wanted.filter((group) => groups.includes(group)).map((group) => `g:${group}`)
}

/**
 * In the order of due dates, and narrowed by nothing else, the index gives the page: the cost does not grow with the
 * number of tasks or groups. Any other order or filter works on the `listWindow` tasks that are due first.
 */
function sourceOf(poolOf: (ask: Ask) => TaskPool) {
  return {
    columns: sql`t.*`,
    // Looked up one by one: for thousands of tasks a plan would rather read the whole table.
    from: (ask: Ask) => sql`(${dueFirst(ask.user.workplaceId, poolOf(ask), reachOf(ask))}) f
      cross join lateral (select ${taskColumns} from task t
        left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
        left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
        where t.workplace_id = ${ask.user.workplaceId} and t.id = f.id offset 0) t`,
    keys: taskKeys,
    id: taskId,
    search: searchTasks,
    isCutOff: (ask: Ask) =>
      isFlat(ask)
        ? sql`false`
        : sql`(select count(*) > ${listWindow} from (${dueFirst(ask.user.workplaceId, poolOf(ask), { ...reachOf(ask), limit: listWindow + 1 })}) w)`,
    present: async (rows: readonly TaskListRow[], { tx, user }) => {
      const people = await readPeople(
        tx,
        user.workplaceId,
        rows.map(({ assignee }) => assignee),
      )
      return rows.map((row) => presentTask(row, people))
    },
  } satisfies Omit<ListSource<typeof assignedTaskList, TaskListRow, TaskRow>, 'list' | 'filters'>
}

function filters() {
  return {
    process: sql`t.process_key`,
    priority: (filter: SetFilter) => isAnyChoice(filter, priorityConditions),
    due: sql`t.due_at`,
  }
}

const priorityConditions: Readonly<Record<string, Sql>> = Object.fromEntries(
  Object.keys(priorityLevels).map((level) => [level, priorityCondition(level as PriorityLevel)]),
)

function priorityCondition(level: PriorityLevel): Sql {
  const above = Object.values(priorityLevels).filter((from) => from > priorityLevels[level])
  const least = priorityLevels[level]
  const parts = [
    ...(Number.isFinite(least) ? [sql`t.priority >= ${least}`] : []),
    ...(above.length > 0 ? [sql`t.priority < ${Math.min(...above)}`] : []),
  ]
  return sql.join(parts, sql` and `)
}

/** By due date, the first first, and by nothing that the index does not have. */
function isFlat({ order, query }: Ask): boolean {
  const isByDue =
    query.sort.length === 0 || (query.sort[0]?.name === 'due' && !query.sort[0].isDescending && order.length === 1)
  return isByDue && query.q === '' && query.filters.every(({ name }) => name === 'due' || name === 'group')
}

interface Reach {
  readonly from?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
  /** Only of a page that the index gives. */
  readonly page?: Pick<Ask, 'bound' | 'order'>
}

function reachOf(ask: Ask): Reach {
  const limitOf = (wanted: string) =>
    ask.query.filters.find(({ name, operator }) => name === 'due' && operator === wanted)?.values[0]
  const range = { from: limitOf('from'), before: limitOf('before') }
  return isFlat(ask) ? { ...range, limit: ask.limit, page: ask } : { ...range, limit: listWindow }
}

/** Tasks of a pool up to a number: `id` and `due`, unordered, but those that are due first, or last before a bound. */
export function dueFirst(workplaceId: string, pool: TaskPool, { from, before, limit, page }: Reach): Sql {
  const of = (due: Sql, id: Sql) => partOf({ due, id, from, before, limit, page })
  if ('assignee' in pool) {
    const due = sql`coalesce(due_at, 'infinity')`
    const { where, range } = of(due, sql`id`)
    return selectSql(
      {
        columns: sql`id, ${due} as due`,
        from: sql`task`,
        where: [sql`workplace_id = ${workplaceId}`, sql`assignee = ${pool.assignee}`, ...where],
      },
      range,
    )
  }
  // A task of several candidates is found by each of them, so each has to give as many as are wanted altogether.
  const { where, range } = of(sql`due_at`, sql`task_id`)
  const one = selectSql(
    {
      columns: sql`task_id, due_at`,
      from: sql`task_candidate`,
      where: [sql`workplace_id = ${workplaceId}`, sql`candidate = c`, ...where],
    },
    range,
  )
  return selectSql(
    {
      columns: sql`distinct task_id as id, due_at as due`,
      from: sql`unnest(${[...pool.candidates]}::text[]) c cross join lateral (${one}) t`,
      where: [],
    },
    range,
  )
}

function partOf({ due, id, from, before, limit, page }: Reach & { readonly due: Sql; readonly id: Sql }) {
  const isBackwards = page?.order[0]?.isReversed ?? false
  const direction = { isDescending: isBackwards, isReversed: isBackwards }
  const keys = [
    { sql: due, type: 'instant', ...direction },
    { sql: id, type: 'id', ...direction },
  ] as const satisfies readonly (Key & typeof direction)[]
  const bound = page?.bound ?? null
  return {
    where: [
      ...(from === undefined ? [] : [sql`${due} >= ${from}::timestamptz`]),
      ...(before === undefined ? [] : [sql`${due} < ${before}::timestamptz`]),
      ...(bound === null
        ? []
        : [isBeyond(keys, { ...bound, values: [bound.values[0] ?? 'infinity', bound.values[1] ?? null] })]),
    ],
    range: { order: keys.map(orderTerm), limit },
  }
}
