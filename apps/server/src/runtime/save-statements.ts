import type { Event, InstanceState, Task } from '@millrace/engine'
import type { Statement } from '../platform/db/batch.ts'
import { createHistoryRows } from './history-rows.ts'
import { historyStatements } from './history-statements.ts'
import { rowStatements } from './row-statements.ts'
import {
  elementTable,
  externalTaskTable,
  incidentTable,
  instanceTable,
  jobTable,
  subscriptionTable,
  taskTable,
} from './tables.ts'
import { variableStatements } from './variable-statements.ts'
import { arrayLiteral } from './write-rows.ts'

export interface SaveContext {
  readonly workplaceId: string
  readonly userId: string | null
  readonly newId: () => string
  /** Link events leave no history. */
  readonly isHidden: (definitionId: string, elementId: string) => boolean
}

/** Everything that a run changed, as one statement for each table and kind of change: live rows first, then history. */
export function saveStatements(state: InstanceState, events: readonly Event[], context: SaveContext): Statement[] {
  const { workplaceId, userId } = context
  const place = { workplaceId, rootId: state.rootId }
  const instances = state.instances.changes()
  const tasks = state.tasks.changes()
  const definitions = definitionsOf(state, events)
  const history = createHistoryRows(events, {
    newId: context.newId,
    isHidden: ({ instanceId, elementId }) => context.isHidden(definitions.get(instanceId) ?? '', elementId),
    instanceOf: instanceLookup(state, events),
  })
  return [
    ...rowStatements(instanceTable, place, instances),
    ...rowStatements(elementTable, place, state.elements.changes()),
    ...variableStatements(place, state.variables.changes()),
    ...rowStatements(taskTable, place, tasks),
    ...candidateStatements(workplaceId, tasks),
    ...rowStatements(jobTable, place, state.jobs.changes()),
    ...rowStatements(subscriptionTable, place, state.subscriptions.changes()),
    ...rowStatements(externalTaskTable, place, state.externalTasks.changes()),
    ...rowStatements(incidentTable, place, state.incidents.changes()),
    ...(!state.isComplete && instances.deleted.some(({ id }) => id === state.rootId)
      ? [clearRootStatement(workplaceId, state.rootId)]
      : []),
    ...historyStatements(
      { workplaceId, rootId: state.rootId, userId, definitionOf: (id) => definitions.get(id) ?? '' },
      history,
    ),
  ]
}

/** Of a root that was loaded by parts: variables that nobody asked for. Everything else has been left before it ends. */
function clearRootStatement(workplaceId: string, rootId: string): Statement {
  return {
    name: 'variable_clear',
    text: 'delete from variable where workplace_id = $1 and root_id = $2',
    values: [workplaceId, rootId],
  }
}

/** Rows for the lists of unclaimed tasks: one for each candidate, only while nobody has claimed the task. */
function candidateStatements(
  workplaceId: string,
  { inserted, updated, deleted }: ReturnType<InstanceState['tasks']['changes']>,
): Statement[] {
  const statements: Statement[] = []
  const gone = [...updated, ...deleted].map(({ id }) => id)
  if (gone.length > 0) {
    statements.push({
      name: 'task_candidate_delete',
      text: 'delete from task_candidate where workplace_id = $1 and task_id = any($2::uuid[])',
      values: [workplaceId, gone],
    })
  }
  const open = [...inserted, ...updated].filter((task) => task.assignee === null && candidatesOf(task).length > 0)
  if (open.length > 0) {
    statements.push({
      name: 'task_candidate_insert',
      text: `insert into task_candidate (workplace_id, task_id, due_at, candidate)
        select $1::uuid, u.task_id, coalesce(u.due_at, 'infinity'), c from unnest($2::uuid[], $3::timestamptz[], $4::text[]) as u (task_id, due_at, candidates), unnest(u.candidates::text[]) c`,
      values: [
        workplaceId,
        open.map(({ id }) => id),
        open.map(({ dueAt }) => dueAt),
        open.map((task) => arrayLiteral(candidatesOf(task))),
      ],
    })
  }
  return statements
}

function candidatesOf({ candidateUsers, candidateGroups }: Task): string[] {
  return [...candidateUsers.map((id) => `u:${id}`), ...candidateGroups.map((id) => `g:${id}`)]
}

function definitionsOf(state: InstanceState, events: readonly Event[]): Map<string, string> {
  const definitions = new Map(state.instances.all().map(({ id, definitionId }) => [id, definitionId]))
  for (const event of events)
    if (event.type === 'instanceEnded') definitions.set(event.instance.id, event.instance.definitionId)
  return definitions
}

/** The instance of a thing that an event names by id: as it is now, or as it was when it was made or went in this run. */
function instanceLookup(
  state: InstanceState,
  events: readonly Event[],
): (kind: 'task' | 'job' | 'externalTask' | 'incident', id: string) => string | null {
  const tables = { task: state.tasks, job: state.jobs, externalTask: state.externalTasks, incident: state.incidents }
  let seen: Map<string, string> | null = null
  return (kind, id) => {
    const row = tables[kind].get(id)
    if (row !== undefined) return row.instanceId
    seen ??= new Map([
      ...Object.values(tables).flatMap((table) =>
        table.changes().deleted.map((gone) => [gone.id, gone.instanceId] as const),
      ),
      ...events.flatMap((event) =>
        event.type === 'taskCreated'
          ? [[event.task.id, event.task.instanceId] as const]
          : event.type === 'incidentRaised'
            ? [[event.incident.id, event.incident.instanceId] as const]
            : [],
      ),
    ])
    return seen.get(id) ?? null
  }
}
