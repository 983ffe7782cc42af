import {
  type ListDescription,
  type ListQuery,
  type TaskSelection,
  taskBatchLimits,
  taskCalls,
} from '@millrace/contract'
import { sql } from 'kysely'
import type { ChosenTask } from '../../../operations/batches/start-batch.ts'
import { can, rightsOf, type TaskRightsRow } from '../../../operations/tasks/policy.ts'
import type { Request } from '../../../platform/auth/request.ts'
import { hasRole } from '../../../platform/auth/user.ts'
import type { Database } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { selectKeyed } from '../../../platform/list/read-list.ts'
import { type ListSource, prepareSource } from '../../../platform/list/source.ts'
import { runSql } from '../../../platform/list/sql.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { readDays } from '../../../runtime/variable-columns/read-days.ts'
import { assignedTasks, involvedTasks, unclaimedTasks } from '../list-queries.ts'
import { openTasks } from '../open-task-list.ts'
import { withShown } from '../with-shown.ts'

/** Returns the open tasks of a selection that the user may see, in their order. */
export async function findChosen(
  runtime: Runtime,
  request: Request,
  selection: TaskSelection,
): Promise<readonly ChosenTask[] | Refusal> {
  return 'ids' in selection ? findByIds(runtime.db, request, selection.ids) : findInList(runtime, request, selection)
}

async function findByIds(db: Database, request: Request, given: readonly string[]): Promise<ChosenTask[]> {
  const ids = [...new Set(given)].filter(isUuid)
  const rows = await db.read(request, (tx) =>
    runSql<TaskRightsRow & ChosenTask>(
      tx,
      sql`select t.id, coalesce(t.name, t.task_key, '') as name, t.assignee, t.owner, t.candidate_users, t.candidate_groups, t.is_suspended, d.key as process_key
        from unnest(${ids}::uuid[]) with ordinality as chosen (id, place) join task t on t.workplace_id = ${request.workplaceId} and t.id = chosen.id
        left join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id order by chosen.place`,
    ),
  )
  return rows.filter((row) => can(request.user, 'see', rightsOf(row))).map(({ id, name }) => ({ id, name }))
}

interface Row {
  readonly id: string
  readonly name: string | null
  readonly task_key: string | null
}

type Source = ListSource<ListDescription, Row, unknown>

const asSource = (source: unknown) => source as Source

/** The lists whose rows can be chosen all at once, each with the call that says how it is narrowed. */
const lists = {
  assigned: {
    source: (runtime: Runtime) => asSource(withShown(runtime, assignedTasks)),
    call: taskCalls.assignedCount,
  },
  unclaimed: {
    source: (runtime: Runtime) => asSource(withShown(runtime, unclaimedTasks)),
    call: taskCalls.unclaimedCount,
  },
  involved: {
    source: (runtime: Runtime) => asSource(withShown(runtime, involvedTasks)),
    call: taskCalls.involvedCount,
  },
  open: { source: () => asSource(openTasks), call: taskCalls.openCount },
} as const

async function findInList(
  runtime: Runtime,
  request: Request,
  { list, query }: Exclude<TaskSelection, { ids: unknown }>,
): Promise<readonly ChosenTask[] | Refusal> {
  const { user } = request
  const { source, call } = lists[list]
  if (!hasRole(user, call.audience))
    return refuse('right.missing', `Expected the role ${call.audience.join(' or ')}, but you do not have it.`)
  const narrowed = call.query.safeParse(query)
  if (!narrowed.success)
    return refuse('request.invalid', 'Expected filters of this list, but there are others. Reload the page.')
  const most = taskBatchLimits.tasks
  const asked = narrowed.data as ListQuery
  const filters = readDays(asked.filters, runtime.zone)
  const reading = { query: { ...asked, filters, size: most }, bound: null, isBackwards: false }
  const found = await runtime.db.read(request, async (tx) => {
    const prepared = await prepareSource(source(runtime), reading.query, { tx, user })
    return selectKeyed(tx, user, prepared, reading)
  })
  if (found.length > most)
    return refuse(
      'batch.too-large',
      `Expected at most ${most.toLocaleString('en')} tasks, but more match. Narrow the filter, and change the other tasks afterwards.`,
    )
  return found.map(({ row: { id, name, task_key } }) => ({ id, name: name ?? task_key ?? '' }))
}
