import type { OpenTaskRow, SetFilter, TaskObstacle, VariableFilter } from '@millrace/contract'
import { openTaskList } from '@millrace/contract/lists/tasks'
import { sql } from 'kysely'
import { reachOf } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import { onTextKey } from '../../platform/list/conditions.ts'
import { type Ask, defineSource, type ListSource } from '../../platform/list/source.ts'
import { allOf, anyOf, type Sql } from '../../platform/list/sql.ts'
import { readGroupNames } from '../../runtime/rights/group-names.ts'
import { reachesInSql } from '../../runtime/rights/instance-rights.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import { obstacleOf } from '../../runtime/rights/task-workers.ts'
import { isOfInstance, variablesOf } from '../../runtime/search/rare-values.ts'
import { searchTasks, type TaskListRow, taskColumns, taskId, taskKeys } from './list-queries.ts'
import { presentTask } from './present-task.ts'
import { listWindow } from './task-listing.ts'

interface Row extends TaskListRow {
  readonly candidate_users: readonly string[]
  readonly candidate_groups: readonly string[]
  readonly obstacle: TaskObstacle | null
}

/**
 * The list of all open tasks. Ids follow the time of creation, so the newest first is the order of the primary key; any
 * other order or filter searches the newest `listWindow` tasks.
 */
export const openTasks: ListSource<typeof openTaskList, Row, OpenTaskRow> = defineSource({
  list: openTaskList,
  columns: sql`t.*`,
  from: (ask) => sql`(select ${taskColumns}, t.root_id, t.candidate_users, t.candidate_groups, ${obstacleOf} as obstacle
    from (${newest(ask)}) t
    left join instance i on i.workplace_id = t.workplace_id and i.id = t.instance_id
    left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id) t`,
  keys: { ...taskKeys, created: taskId },
  id: taskId,
  filters: {
    process: sql`t.process_key`,
    stuck: sql`(t.obstacle is not null)`,
    unassigned: sql`(t.assignee is null)`,
    due: sql`t.due_at`,
    name: onAnyText(sql`coalesce(t.name, t.task_key)`),
    key: onAnyText(sql`t.business_key`),
    assignee: sql`t.assignee`,
    variable: (filter, { user }) =>
      allOf(variablesOf([filter]).map((condition) => hasVariable(user.workplaceId, condition))),
  },
  search: searchTasks,
  isCutOff: (ask) =>
    isFlat(ask)
      ? sql`false`
      : sql`(select count(*) > ${listWindow} from (select from task where ${seenTasks(ask.user)} limit ${listWindow + 1}) w)`,
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.flatMap(({ assignee, candidate_users }) => [assignee, ...candidate_users]),
    )
    const groups = await readGroupNames(
      tx,
      user.workplaceId,
      rows.flatMap(({ candidate_groups }) => candidate_groups),
    )
    return rows.map((row) => ({
      ...presentTask(row, people, user),
      candidates: [
        ...row.candidate_groups.map((key) => groups.get(key) ?? key),
        ...row.candidate_users.map((username) => people.get(username).displayName),
      ],
      obstacle: row.obstacle,
    }))
  },
})

/** Returns a filter that a column equals or begins with one of several texts, regardless of case. */
function onAnyText(column: Sql): (filter: SetFilter) => Sql {
  const condition = onTextKey(sql`(left(lower(${column}), 200) collate "C")`)
  return (filter) => anyOf(filter.values.map((value) => condition({ ...filter, values: [value] })))
}

/** Looked up one by one: a plan may answer `exists` by reading all variables that have the value. */
function hasVariable(workplaceId: string, filter: VariableFilter): Sql {
  return sql`(select true from variable v where v.root_id = t.root_id and v.scope_id = t.instance_id and ${isOfInstance(workplaceId, filter)} limit 1)`
}

/** In the order of their making, and narrowed by nothing. */
function isFlat({ order, query }: Ask): boolean {
  const isByMaking = query.sort.length === 0 || (query.sort[0]?.name === 'created' && order.length === 1)
  return isByMaking && query.q === '' && query.filters.length === 0
}

/** The tasks that a page is made of: read by the primary key, from the bound on where the order is its own. */
function newest(ask: Ask): Sql {
  const { user, order, bound, limit } = ask
  const own = seenTasks(user)
  if (!isFlat(ask)) return sql`select * from task where ${own} order by id desc limit ${listWindow}`
  const isDescending = order[0]?.isDescending ?? true
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const from = bound?.values[0] ?? null
  // Those at the bound itself are sorted out with the rest of it.
  const beyond = from === null ? sql`` : sql` and id ${sql.raw(isDescending ? '<=' : '>=')} ${from}::uuid`
  return sql`select * from task where ${own}${beyond} order by id ${direction} limit ${limit + 1}`
}

/**
 * Returns the SQL condition of the tasks that the user may see: all of them, or those of processes that a right
 * includes.
 */
export function seenTasks(user: Person): Sql {
  const own = sql`workplace_id = ${user.workplaceId}`
  if (isOperator(user)) return own
  const seen = reachesInSql(reachOf(user, 'tasks.read'))
  return sql`${own} and definition_id = any(array(select d.id from process_definition d where d.workplace_id = ${user.workplaceId} and ${seen}))`
}
