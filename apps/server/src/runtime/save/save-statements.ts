import type { HistoryLevel } from '@millrace/contract'
import { type Event, type InstanceState, isDefinition } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import type { Pieces } from '../../platform/in-turns.ts'
import { standaloneTasks } from '../definitions/standalone-tasks.ts'
import {
  createHistoryRows,
  type EndedTask,
  type HistoryRows,
  noHistory,
  type RowLookup,
} from '../history/history-rows.ts'
import { historyStatements } from '../history/history-statements.ts'
import { type LevelOf, replacedVariables, restrictHistory } from '../history/restrict-history.ts'
import { wholeLoadLimit } from '../load/load-texts.ts'
import type { JobLease } from '../local-worker.ts'
import { externalTaskStatements } from './external-task-statements.ts'
import { instanceListingStatements } from './instance-listing-statements.ts'
import { jobStatements } from './leased-job-statements.ts'
import { listingStatements } from './listing-statements.ts'
import { type RootPlace, rowStatements } from './row-statements.ts'
import { elementTable, incidentTable, instanceTable, rootTable, subscriptionTable, taskTable } from './tables.ts'
import { dropTaskLinksStatement } from './task-statements.ts'
import { variableStatements } from './variable-statements.ts'

export interface SaveContext {
  readonly workplaceId: string
  readonly userId: string | null
  readonly newId: () => string
  /** Link events leave no history. */
  readonly isHidden: (definitionId: string, elementId: string) => boolean
  /** Returns the history level of a definition. */
  readonly levelOf: (definitionId: string) => HistoryLevel
  /** The lease with which new jobs are created that a worker takes at once, by the id of the job. */
  readonly leases: ReadonlyMap<string, JobLease>
}

/**
 * Returns everything that a run changed, as one statement for each table and kind of change: live rows first, then
 * history. It yields after each part that takes long for many events.
 */
export function* saveStatements(
  state: InstanceState,
  events: readonly Event[],
  context: SaveContext,
): Pieces<Statement[]> {
  const { workplaceId, userId } = context
  const place = rootPlaceOf(state, workplaceId)
  const instances = state.instances.changes()
  const isEnding = instances.deleted.some(({ id }) => id === state.rootId)
  const tasks = state.tasks.changes()
  const definitionOf = definitionLookup(state, events)
  const levelOf = remembering((instanceId) => context.levelOf(definitionOf(instanceId)))
  yield
  const history = yield* createHistoryRows(events, {
    newId: context.newId,
    isHidden: ({ instanceId, elementId }) => context.isHidden(definitionOf(instanceId), elementId),
    rowOf: rowLookup(state, events),
    executionOf: executionLookup(state),
    before: beforeLookup(state),
    elementAt: elementLookup(state, events),
  })
  yield
  const remembered = rememberedOf(place, history, levelOf)
  const replaced = replaceStatements(place, history, levelOf)
  yield
  const live = [
    ...rowStatements(place.kind === 'process' ? instanceTable : standingRoots, place, instances),
    ...rowStatements(elementTable, place, state.elements.changes()),
    ...(isEnding
      ? [clearRootStatement(workplaceId, state.rootId)]
      : variableStatements(place, state.variables.changes(), { isNew: state.isComplete })),
    ...rowStatements(taskTable, place, tasks),
    ...listingStatements(workplaceId, state.tasks),
    ...(place.kind === 'task' && isEnding ? [dropTaskLinksStatement(workplaceId, [state.rootId])] : []),
    ...jobStatements(place, state.jobs.changes(), context.leases),
    ...rowStatements(subscriptionTable, place, state.subscriptions.changes()),
    ...externalTaskStatements(place, state),
    ...rowStatements(incidentTable, place, state.incidents.changes()),
  ]
  yield
  return [
    ...live,
    ...putBackStatements(workplaceId, events),
    ...replaced,
    ...historyStatements(
      {
        workplaceId,
        rootOf: () => state.rootId,
        userId,
        operationId: userId === null ? null : context.newId(),
        definitionOf,
      },
      remembered,
    ),
    ...(place.kind === 'process' ? instanceListingStatements({ workplaceId, state, userId, ended: history }) : []),
  ]
}

const standingRoots = { ...instanceTable, name: rootTable }

function rootPlaceOf({ instances, rootId }: InstanceState, workplaceId: string): RootPlace {
  const root = instances.get(rootId) ?? instances.before(rootId)
  const tenantId = root?.tenantId ?? null
  if (root?.definitionId === standaloneTasks.id) return { workplaceId, rootId, kind: 'task', tenantId }
  return { workplaceId, rootId, kind: root != null && isDefinition(root) ? 'definition' : 'process', tenantId }
}

/**
 * Of a task that belongs to no process what was made of it is remembered, under the task's own id; of a definition
 * nothing.
 */
function rememberedOf({ kind }: RootPlace, history: HistoryRows, levelOf: LevelOf): HistoryRows {
  if (kind === 'process') return restrictHistory(history, levelOf)
  if (kind === 'definition') return noHistory
  return { ...noHistory, tasks: history.tasks.map(outsideOfProcesses), facts: history.facts }
}

/** What is there again has not ended. */
function putBackStatements(workplaceId: string, events: readonly Event[]): Statement[] {
  return events.flatMap((event) => {
    if (event.type !== 'changeUndone') return []
    const { elements, tasks, jobs, externalTasks, incidents, instances } = event.rows
    const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)
    const open = elements.filter(({ state }) => state !== 'compensable')
    const instanceIds = [...new Set([event.instanceId, ...[...elements, ...tasks, ...instances].map(instanceOf)])]
    return [
      {
        name: 'history_element_put_back',
        text: 'delete from history_element where workplace_id = $1 and instance_id = any($2::uuid[]) and id = any($3::uuid[])',
        values: [workplaceId, instanceIds, idsOf(open)],
      },
      {
        name: 'history_task_put_back',
        text: 'delete from history_task where workplace_id = $1 and instance_id = any($2::uuid[]) and id = any($3::uuid[])',
        values: [workplaceId, instanceIds, idsOf(tasks)],
      },
      {
        name: 'history_fact_put_back',
        text: `delete from history_fact where workplace_id = $1 and instance_id = any($2::uuid[]) and subject_id = any($3::uuid[])
          and kind in ('job-ended', 'external-task-ended', 'incident-ended')`,
        values: [workplaceId, instanceIds, [...idsOf(jobs), ...idsOf(externalTasks), ...idsOf(incidents)]],
      },
    ]
  })
}

function instanceOf(row: { readonly id: string; readonly instanceId?: string }): string {
  return row.instanceId ?? row.id
}

/** Where history keeps the last values of variables alone, those before them go. */
function replaceStatements({ kind, workplaceId }: RootPlace, history: HistoryRows, levelOf: LevelOf): Statement[] {
  const ids = kind === 'process' ? replacedVariables(history, levelOf) : []
  if (ids.length === 0) return []
  return [
    {
      name: 'history_variable_replace',
      text: 'delete from history_variable where workplace_id = $1 and variable_id = any($2::uuid[])',
      values: [workplaceId, ids],
    },
  ]
}

function outsideOfProcesses(ended: EndedTask): EndedTask {
  const nowhere = { elementInstanceId: standaloneTasks.id, executionId: standaloneTasks.id, taskKey: '' }
  return { ...ended, task: { ...ended.task, ...nowhere } }
}

/** When a root ends, all of its variables go, those too that were never loaded. */
function clearRootStatement(workplaceId: string, rootId: string): Statement {
  return {
    name: 'variable_clear',
    text: 'delete from variable where workplace_id = $1 and root_id = $2',
    values: [workplaceId, rootId],
  }
}

/** The definition of an instance that is there or ended in this run. */
function definitionLookup(state: InstanceState, events: readonly Event[]): (instanceId: string) => string {
  const ended = once(
    () =>
      new Map(
        events.flatMap((event) =>
          event.type === 'instanceEnded' ? [[event.instance.id, event.instance.definitionId] as const] : [],
        ),
      ),
  )
  return (id) => state.instances.get(id)?.definitionId ?? ended().get(id) ?? ''
}

/** A row that an event names by its id: as it is now, or as it was when it was made or went in this run. */
function rowLookup(state: InstanceState, events: readonly Event[]): RowLookup {
  const made = once(() => ({
    task: new Map(
      events.flatMap((event) => (event.type === 'taskCreated' ? [[event.task.id, event.task] as const] : [])),
    ),
    incident: new Map(
      events.flatMap((event) =>
        event.type === 'incidentRaised' ? [[event.incident.id, event.incident] as const] : [],
      ),
    ),
  }))
  return {
    task: (id) => state.tasks.get(id) ?? state.tasks.before(id) ?? made().task.get(id) ?? null,
    job: (id) => state.jobs.get(id) ?? state.jobs.before(id) ?? null,
    externalTask: (id) => state.externalTasks.get(id) ?? state.externalTasks.before(id) ?? null,
    incident: (id) => state.incidents.get(id) ?? state.incidents.before(id) ?? made().incident.get(id) ?? null,
  }
}

/** Rows as they were before this run; null for what it made. */
function beforeLookup(state: InstanceState): RowLookup {
  return {
    task: (id) => state.tasks.before(id) ?? null,
    job: (id) => state.jobs.before(id) ?? null,
    externalTask: (id) => state.externalTasks.before(id) ?? null,
    incident: (id) => state.incidents.before(id) ?? null,
  }
}

/** The execution of an element instance that is there or went in this run; of an instance its own. */
function executionLookup(state: InstanceState): (elementInstanceId: string, instanceId: string) => string {
  const gone = once(() => new Map(state.elements.changes().deleted.map((row) => [row.id, row.executionId])))
  return (id, instanceId) => state.elements.get(id)?.executionId ?? gone().get(id) ?? instanceId
}

/**
 * The element instance that an instance alone is in: to history, what is done to the instance from outside is done
 * there. None while it starts, and none among many: it is not in one alone.
 */
function elementLookup(state: InstanceState, events: readonly Event[]): (instanceId: string) => string | null {
  const started = new Set(events.flatMap((event) => (event.type === 'instanceStarted' ? [event.instance.id] : [])))
  return (instanceId) => {
    const openChildren = state.instances.get(instanceId)?.openChildren ?? 0
    if (started.has(instanceId) || !state.isComplete || openChildren > wholeLoadLimit) return null
    const alone = state.elements
      .ownedBy(instanceId)
      .find((element) => element.executionId === instanceId && element.state === 'active')
    return alone?.id ?? null
  }
}

/** Asked for each row of history, of which many belong to one instance. */
function remembering(find: LevelOf): LevelOf {
  const known = new Map<string, HistoryLevel>()
  return (instanceId) => {
    const level = known.get(instanceId) ?? find(instanceId)
    known.set(instanceId, level)
    return level
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
