import {
  type ListDescription,
  type ListQuery,
  type PriorityLevel,
  priorityLevels,
  type SetFilter,
  type TaskRow,
} from '@millrace/contract'
import { assignedTaskList, involvedTaskList, unclaimedTaskList } from '@millrace/contract/lists/tasks'
import { sql } from 'kysely'
import { fullOrder, isAnyChoice, isFound } from '../../platform/list/ask-list.ts'
import { containsAny, isLess, isNoneOf, isOneOf, onTextKey } from '../../platform/list/conditions.ts'
import { type Key, textKey } from '../../platform/list/keys.ts'
import type { Ask, ListSource } from '../../platform/list/source.ts'
import type { Sql } from '../../platform/list/sql.ts'
import type { ShownByTask } from '../../runtime/forms/definition-fields.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { instanceTitle } from '../../runtime/titles/instance-title.ts'
import { foundCount, foundSql, isFoundCutOff } from './found-tasks.ts'
import { presentTask } from './present-task.ts'
import { hasMoreThanWindow, listingCount, listingId, listingKeys, listingSql, type OneOf } from './task-listing.ts'
import { absentReaders, assignedReaders, claimingReaders, involvedReaders, type Readers } from './task-readers.ts'

export interface TaskListRow {
  readonly id: string
  readonly name: string | null
  readonly title: string | null
  readonly instance_title: string | null
  readonly task_key: string | null
  readonly form_key: string | null
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

export const taskColumns = sql`t.id, t.name, t.title, i.title as instance_title, case when i.id is not null then ${instanceTitle} end as full_title, t.task_key, t.form_key, t.assignee, t.delegation, t.is_suspended, t.priority, t.due_at, t.follow_up_at, t.created_at, t.instance_id,
  i.business_key, t.definition_id, d.key as process_key, d.name as process_name, d.version`

/** The sort keys of the selected columns. */
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
} satisfies Record<CommonFilter, () => Sql>

type CommonFilter = Exclude<keyof (typeof assignedTaskList)['filters'], 'whose' | 'group'>

/** The source of a list of tasks. Its filters only use values that users see by the data of instances. */
export interface TaskSource<L extends ListDescription> extends ListSource<L, TaskListRow, TaskRow> {
  /** The parts of it that know as well what forms of tasks show the user. */
  readonly withShown: (shown: readonly ShownByTask[]) => Narrowed
}

type Narrowed = Required<Pick<ListSource<ListDescription, TaskListRow, TaskRow>, 'from' | 'counted' | 'isCutOff'>>

/** The source of tasks whose assignee is the user. Filtered by a group, only those that they have claimed from it. */
export const assignedTasks: TaskSource<typeof assignedTaskList> = {
  list: assignedTaskList,
  ...sourceOf(ofWhom, ofGroups),
  filters: { ...filters, group: applied, whose: applied },
}

/** The source of tasks that the user may claim. Filtered by a group, only those that the group may claim. */
export const unclaimedTasks: TaskSource<typeof unclaimedTaskList> = {
  list: unclaimedTaskList,
  ...sourceOf(({ user, query }) => inGroups(claimingReaders(user), query)),
  filters: { ...filters, group: applied },
}

/**
 * The source of tasks that the user is involved in. Filtered by a group, only those of which the group is or was a
 * candidate.
 */
export const involvedTasks: TaskSource<typeof involvedTaskList> = {
  list: involvedTaskList,
  ...sourceOf(({ user, query }) => inGroups(involvedReaders(user), query)),
  filters: { ...filters, group: applied },
}

function inGroups(readers: Readers, { filters }: ListQuery): Readers {
  const wanted = filters.find(({ name }) => name === 'group')?.values
  return wanted === undefined
    ? readers
    : readers.filter(
        (reader) => typeof reader === 'string' && /^[gG]:/.test(reader) && wanted.includes(reader.slice(2)),
      )
}

/**
 * Tasks that a group of the user might have claimed. Other groups are nobody's here: it is not told what they may do.
 */
function ofGroups({ user: { groups }, query: { filters } }: Ask): Sql[] {
  const wanted = filters.find(({ name }) => name === 'group')?.values
  if (wanted === undefined) return []
  return [sql`l.candidate_groups && ${groups.filter((group) => wanted.includes(group))}::text[]`]
}

/** By the filter for whose tasks they are. */
function ofWhom({ user, query }: Ask): Readers {
  const wanted = query.filters.find(({ name }) => name === 'whose')
  const isWanted = (whose: string) =>
    wanted === undefined || wanted.values.includes(whose) === (wanted.operator !== 'not')
  const own = assignedReaders({ ...user, standsInFor: [] })
  return [...(isWanted('own') ? own : []), ...(isWanted('others') ? absentReaders(user) : [])]
}

/**
 * Every order and filter but text and variable works on rows of the listing, so that only the tasks of a page are
 * looked up.
 */
function sourceOf(readersOf: (ask: Ask) => Readers, narrowFurther: (ask: Ask) => readonly Sql[] = () => []) {
  const of = { readersOf, narrowFurther }
  return {
    columns: sql`t.*`,
    ...narrowedBy(of, []),
    withShown: (shown: readonly ShownByTask[]) => narrowedBy(of, shown),
    keys: listingKeys,
    id: listingId,
    search: applied,
    present: async (rows: readonly TaskListRow[], { tx, user }) => {
      const people = await readPeople(
        tx,
        user.workplaceId,
        rows.map(({ assignee }) => assignee),
      )
      return rows.map((row) => presentTask(row, people, user))
    },
  } satisfies Omit<TaskSource<typeof assignedTaskList>, 'list' | 'filters'>
}

interface Of {
  readonly readersOf: (ask: Ask) => Readers
  /** The conditions in addition to those of each list. */
  readonly narrowFurther: (ask: Ask) => readonly Sql[]
}

function narrowedBy({ readersOf, narrowFurther }: Of, shown: readonly ShownByTask[]): Narrowed {
  const listingOf = (ask: Ask) => {
    const { where, oneOf } = narrow(ask)
    return {
      workplaceId: ask.user.workplaceId,
      readers: readersOf(ask),
      where: [...where, ...narrowFurther(ask)],
      oneOf,
      order: fullOrder({ id: listingId }, ask),
      bound: ask.bound,
      limit: ask.limit,
    }
  }
  // By a filter nobody may be left to look for.
  const looksFor = (ask: Ask) => isFound(ask.query) && readersOf(ask).length > 0
  const foundOf = (ask: Ask) => ({ ...listingOf(ask), query: ask.query, sight: { user: ask.user, shown } })
  return {
    from: (ask: Ask) =>
      sql`(${looksFor(ask) ? foundSql(foundOf(ask)) : listingSql(listingOf(ask))}) l cross join lateral (${taskOf(ask)}) t`,
    counted: (ask: Ask) => (looksFor(ask) ? foundCount(foundOf(ask)) : listingCount(listingOf(ask))),
    isCutOff: (ask: Ask) => {
      const { query, user } = ask
      if (looksFor(ask)) return isFoundCutOff(foundOf(ask))
      return query.filters.length > 0 ? hasMoreThanWindow(user.workplaceId, readersOf(ask)) : sql`false`
    },
  }
}

/** The task of a row `l`. Looked up one by one: for thousands of tasks a plan would rather read the whole table. */
function taskOf({ user: { workplaceId } }: Ask): Sql {
  return sql`select ${taskColumns} from task t
    left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
    left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
    where t.workplace_id = ${workplaceId} and t.id = l.task_id offset 0`
}

/** How many processes are asked for one by one. */
const fewProcesses = 8

/**
 * Several processes, or the priorities of a level, are asked for value by value where nothing else narrows the list.
 */
function narrow(ask: Ask): { where: Sql[]; oneOf: OneOf | null } {
  const [filter, ...others] = ask.query.filters
  if (filter?.operator === 'is' && others.length === 0) {
    const { name, values } = filter
    const isFew = values.length > 1 && values.length <= fewProcesses
    if (name === 'process' && isFew) {
      const keys = sql`${[...new Set(values)]}::text[]`
      return {
        where: [],
        oneOf: { column: sql`l.process_key`, condition: conditions.process(filter), values: keys },
      }
    }
    if (name === 'priority' && values.length === 1)
      return { where: [], oneOf: { column: sql`l.priority`, condition: conditions.priority(filter), values: null } }
  }
  return { where: conditionsOf(ask), oneOf: null }
}

function conditionsOf({ query }: Ask): Sql[] {
  return query.filters.flatMap((filter) => {
    const condition = conditions[filter.name as keyof typeof conditions]
    return condition === undefined ? [] : [condition(filter)]
  })
}

const conditions = {
  process: (filter) => (filter.operator === 'not' ? isNoneOf : isOneOf)(sql`l.process_key`, filter.values),
  name: onTextKey(sql`l.name_key`),
  priority: (filter) => isAnyChoice(filter, priorityConditions),
  due: onInstant(sql`l.due_at`),
  followUp: onInstant(sql`l.follow_up_at`),
  undated: ({ values: [value] }) => (value === 'true' ? sql`l.due_at = 'infinity'` : sql`l.due_at < 'infinity'`),
} satisfies Partial<Record<CommonFilter, (filter: SetFilter) => Sql>>

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
