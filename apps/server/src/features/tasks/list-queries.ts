import { type ListQuery, type PriorityLevel, priorityLevels, type SetFilter, type TaskRow } from '@millrace/contract'
import { assignedTaskList, involvedTaskList, unclaimedTaskList } from '@millrace/contract/lists/tasks'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import { fullOrder, isAnyChoice } from '../../platform/list/ask-list.ts'
import { containsAny, isLess, isNoneOf, isOneOf, onTextKey } from '../../platform/list/conditions.ts'
import { type Key, textKey } from '../../platform/list/keys.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'
import { presentTask } from './present-task.ts'
import {
  assignedReaders,
  claimingReaders,
  hasMoreThanWindow,
  involvedReaders,
  listingCount,
  listingId,
  listingKeys,
  listingSql,
  listWindow,
  type Readers,
} from './task-listing.ts'
import { hasVariables } from './variable-condition.ts'

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
  readonly follow_up_at: Date | null
  readonly created_at: Date
  readonly instance_id: string | null
  readonly business_key: string | null
  readonly definition_id: string | null
  readonly process_key: string | null
  readonly process_name: string | null
  readonly version: number | null
}

export const taskColumns = sql`t.id, t.name, t.title, i.title as instance_title, case when i.id is not null then ${instanceTitle} end as full_title, t.task_key, t.assignee, t.delegation, t.is_suspended, t.priority, t.due_at, t.follow_up_at, t.created_at, t.instance_id,
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

/** Where the listing has applied it. */
const applied = () => sql`true`

const filters = {
  process: applied,
  priority: applied,
  due: applied,
  followUp: applied,
  undated: applied,
  name: applied,
  variable: applied,
} satisfies Record<keyof (typeof assignedTaskList)['filters'], () => Sql>

/** Tasks whose assignee is the user. */
export const assignedTasks: ListSource<typeof assignedTaskList, TaskListRow, TaskRow> = defineSource({
  list: assignedTaskList,
  ...sourceOf(({ user }) => assignedReaders(user)),
  filters,
})

/** Tasks that the user may claim; by the filter for a group only those that it may claim. */
export const unclaimedTasks: ListSource<typeof unclaimedTaskList, TaskListRow, TaskRow> = defineSource({
  list: unclaimedTaskList,
  ...sourceOf(({ user, query }) => inGroups(claimingReaders(user), query)),
  filters: { ...filters, group: applied },
})

/** Tasks that the user has to do with; by the filter for a group only those that it may claim or might have claimed. */
export const involvedTasks: ListSource<typeof involvedTaskList, TaskListRow, TaskRow> = defineSource({
  list: involvedTaskList,
  ...sourceOf(({ user, query }) => inGroups(involvedReaders(user), query)),
  filters: { ...filters, group: applied },
})

function inGroups(readers: Readers, { filters }: ListQuery): Readers {
  const wanted = filters.find(({ name }) => name === 'group')?.values
  return wanted === undefined
    ? readers
    : readers.filter((reader) => /^[gG]:/.test(reader) && wanted.includes(reader.slice(2)))
}

/**
 * Every order and filter but the text works on rows of `task_listing`, reader by reader, so that only the tasks of a page
 * are looked up. For a text the first `listWindow` are.
 */
function sourceOf(readersOf: (ask: Ask) => Readers) {
  const listingOf = (ask: Ask, limit: number) =>
    listingSql({
      workplaceId: ask.user.workplaceId,
      readers: readersOf(ask),
      where: conditionsOf(ask),
      order: fullOrder({ id: listingId }, ask),
      bound: ask.query.q === '' ? ask.bound : null,
      limit,
    })
  return {
    columns: sql`t.*`,
    // Looked up one by one: for thousands of tasks a plan would rather read the whole table.
    from: (ask: Ask) => sql`(${listingOf(ask, ask.query.q === '' ? ask.limit : listWindow)}) l
      cross join lateral (select ${taskColumns} from task t
        left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
        left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
        where t.workplace_id = ${ask.user.workplaceId} and t.id = l.task_id offset 0) t`,
    keys: listingKeys,
    id: listingId,
    search: searchTasks,
    counted: (ask: Ask) =>
      ask.query.q === ''
        ? listingCount({
            workplaceId: ask.user.workplaceId,
            readers: readersOf(ask),
            where: conditionsOf(ask),
            limit: ask.limit,
          })
        : null,
    isCutOff: (ask: Ask) => {
      const { query, user } = ask
      if (query.q !== '') return sql`(select count(*) > ${listWindow} from (${listingOf(ask, listWindow + 1)}) w)`
      return query.filters.length > 0 ? hasMoreThanWindow(user.workplaceId, readersOf(ask)) : sql`false`
    },
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

function conditionsOf({ user, query }: Ask): Sql[] {
  return query.filters.flatMap((filter) => {
    const condition = conditions[filter.name as keyof typeof conditions]
    return condition === undefined ? [] : [condition(filter, user)]
  })
}

const conditions = {
  process: (filter) => (filter.operator === 'not' ? isNoneOf : isOneOf)(sql`l.process_key`, filter.values),
  name: onTextKey(sql`l.name_key`),
  priority: (filter) => isAnyChoice(filter, priorityConditions),
  due: onInstant(sql`l.due_at`),
  followUp: onInstant(sql`l.follow_up_at`),
  undated: ({ values: [value] }) => (value === 'true' ? sql`l.due_at = 'infinity'` : sql`l.due_at < 'infinity'`),
  variable: (filter, user) => hasVariables(user, filter),
} satisfies Record<keyof (typeof assignedTaskList)['filters'], (filter: SetFilter, user: User) => Sql>

function onInstant(column: Sql): (filter: SetFilter) => Sql {
  return ({ operator, values: [value] }) =>
    operator === 'before'
      ? isLess(column, sql`${value}::timestamptz`)
      : sql`(${column} >= ${value}::timestamptz and ${column} < 'infinity')`
}

const priorityConditions: Readonly<Record<string, Sql>> = Object.fromEntries(
  Object.keys(priorityLevels).map((level) => [level, priorityCondition(level as PriorityLevel)]),
)

function priorityCondition(level: PriorityLevel): Sql {
  const above = Object.values(priorityLevels).filter((from) => from > priorityLevels[level])
  const least = priorityLevels[level]
  const parts = [
    ...(Number.isFinite(least) ? [sql`l.priority >= ${least}`] : []),
    ...(above.length > 0 ? [sql`l.priority < ${Math.min(...above)}`] : []),
  ]
  return sql.join(parts, sql` and `)
}
