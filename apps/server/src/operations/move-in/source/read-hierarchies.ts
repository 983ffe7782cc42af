import { readVariables } from './flowable-values.ts'
import type { Portion, Source } from './open-source.ts'
import { readEndedBelow, readFlowableWork } from './read-flowable.ts'
import { groupHistory, type HistoryInstanceRow, type HistoryRows, readHistory } from './read-history.ts'
import type {
  BytesRow,
  ExecutionRow,
  ExternalTaskRow,
  IdentityLinkRow,
  IncidentRow,
  JobRow,
  SubscriptionRow,
  TaskRow,
  VariableRow,
} from './rows.ts'

/** Everything of a call hierarchy: the instance at its top and those that it called. */
export interface Hierarchy {
  readonly rootId: string
  readonly executions: readonly ExecutionRow[]
  readonly variables: readonly VariableRow[]
  readonly tasks: readonly TaskRow[]
  readonly links: readonly IdentityLinkRow[]
  readonly jobs: readonly JobRow[]
  readonly subscriptions: readonly SubscriptionRow[]
  readonly externalTasks: readonly ExternalTaskRow[]
  readonly incidents: readonly IncidentRow[]
  /** Executions of runs that have ended, in Flowable. */
  readonly endedRuns: ReadonlySet<string>
  readonly history: HistoryRows
  readonly bytes: ReadonlyMap<string, Buffer>
}

/** Yields running instances behind an id, in portions of `size` call hierarchies, in the order of their ids. */
export async function* readHierarchies(source: Source, after: string, size: number): AsyncGenerator<Hierarchy[]> {
  const roots = source.portions<ExecutionRow>('act_ru_execution', 'parent_id_ is null and super_exec_ is null', [], {
    size,
    after,
  })
  for await (const portion of roots)
    yield await readPortion(
      source,
      portion.map(({ id_ }) => id_),
    )
}

async function readPortion(source: Source, rootIds: readonly string[]): Promise<Hierarchy[]> {
  const rootOf = new Map(rootIds.map((id) => [id, id]))
  const executions = await readExecutions(source, rootOf)
  const instances = [...rootOf.keys()]
  const of = <Row>(table: string, column: string) => source.select<Row>(table, `${column} = any($1)`, [instances])
  const variables = await readVariables(source, 'proc_inst_id_ = any($1)', [instances])
  const tasks = await of<TaskRow>('act_ru_task', 'proc_inst_id_')
  const taskIds = tasks.map(({ id_ }) => id_)
  const links = await source.select<IdentityLinkRow>('act_ru_identitylink', 'task_id_ = any($1)', [taskIds])
  const { jobs, externalTasks, incidents, endedRuns } =
    source.family === 'flowable'
      ? await readFlowableWork(source, instances)
      : {
          jobs: await of<JobRow>('act_ru_job', 'process_instance_id_'),
          externalTasks: await of<ExternalTaskRow>('act_ru_ext_task', 'proc_inst_id_'),
          incidents: await of<IncidentRow>('act_ru_incident', 'proc_inst_id_'),
          endedRuns: new Set<string>(),
        }
  const subscriptions = await of<SubscriptionRow>('act_ru_event_subscr', 'proc_inst_id_')
  // A running instance may have called instances that have ended.
  const ended = await listEndedBelow(source, source.family === 'flowable' ? instances : rootIds)
  for (const { proc_inst_id_, root_proc_inst_id_: root } of ended)
    rootOf.set(proc_inst_id_, rootOf.get(root ?? '') ?? root ?? proc_inst_id_)
  const history = await readHistory(source, [...rootOf.keys()])
  const bytes = await readBytes(source, [
    ...variables.map(({ bytearray_id_ }) => bytearray_id_),
    ...externalTasks.map(({ error_details_id_ }) => error_details_id_),
    ...history.variables.map(({ bytearray_id_ }) => bytearray_id_),
    ...history.details.map(({ bytearray_id_ }) => bytearray_id_),
    ...history.work.map(({ error_details_id_ }) => error_details_id_),
  ])
  const taskInstance = new Map(tasks.map(({ id_, proc_inst_id_ }) => [id_, proc_inst_id_]))
  const pick = <Row>(rows: readonly Row[], instanceOf: (row: Row) => string | null | undefined) => {
    const groups = Map.groupBy(rows, (row) => rootOf.get(instanceOf(row) ?? ''))
    return (rootId: string): readonly Row[] => groups.get(rootId) ?? []
  }
  const byInstance = (row: { readonly proc_inst_id_: string | null }) => row.proc_inst_id_
  const executionsOf = pick(executions, byInstance)
  const variablesOf = pick(variables, byInstance)
  const tasksOf = pick(tasks, byInstance)
  const linksOf = pick(links, ({ task_id_ }) => taskInstance.get(task_id_ ?? ''))
  const jobsOf = pick(jobs, ({ process_instance_id_ }) => process_instance_id_)
  const subscriptionsOf = pick(subscriptions, byInstance)
  const externalTasksOf = pick(externalTasks, byInstance)
  const incidentsOf = pick(incidents, byInstance)
  const histories = groupHistory(history, (id) => rootOf.get(id ?? ''))
  return rootIds.map((rootId) => ({
    rootId,
    executions: executionsOf(rootId),
    variables: variablesOf(rootId),
    tasks: tasksOf(rootId),
    links: linksOf(rootId),
    jobs: jobsOf(rootId),
    subscriptions: subscriptionsOf(rootId),
    externalTasks: externalTasksOf(rootId),
    incidents: incidentsOf(rootId),
    endedRuns,
    history: histories(rootId),
    bytes,
  }))
}

/** Ended instances that others called, with their root. */
function listEndedBelow(source: Source, rootIds: readonly string[]): Promise<HistoryInstanceRow[]> {
  if (source.family === 'flowable') return readEndedBelow(source, rootIds)
  const where = 't.root_proc_inst_id_ = any($1) and t.end_time_ is not null'
  return source.select<HistoryInstanceRow>('act_hi_procinst', where, [rootIds])
}

/** Follows call activities downwards, level by level, and notes the root of each instance. */
async function readExecutions(source: Source, rootOf: Map<string, string>): Promise<ExecutionRow[]> {
  const executions: ExecutionRow[] = []
  for (let level = [...rootOf.keys()]; level.length > 0; ) {
    const rows = await source.select<ExecutionRow>('act_ru_execution', 'proc_inst_id_ = any($1)', [level])
    executions.push(...rows)
    const instanceOf = new Map(rows.map(({ id_, proc_inst_id_ }) => [id_, proc_inst_id_]))
    const called = await source.select<ExecutionRow>('act_ru_execution', 'super_exec_ = any($1)', [
      [...instanceOf.keys()],
    ])
    for (const { id_, super_exec_ } of called)
      rootOf.set(id_, rootOf.get(instanceOf.get(super_exec_ ?? '') ?? '') ?? id_)
    level = called.map(({ id_ }) => id_)
  }
  return executions
}

export async function readBytes(source: Source, ids: readonly (string | null)[]): Promise<Map<string, Buffer>> {
  const named = [...new Set(ids.filter((id) => id !== null))]
  if (named.length === 0) return new Map()
  const rows = await source.select<BytesRow>('act_ge_bytearray', 'id_ = any($1)', [named], ['id_', 'bytes_'])
  return new Map(rows.map(({ id_, bytes_ }) => [id_, bytes_ ?? Buffer.alloc(0)]))
}

/** A call hierarchy that has ended as a whole. */
export interface EndedHierarchy {
  readonly rootId: string
  readonly history: HistoryRows
  readonly bytes: ReadonlyMap<string, Buffer>
}

/** Yields ended instances behind an id, in portions of `size` call hierarchies. */
export async function* readEnded(
  source: Source,
  since: string | null,
  portion: Portion,
): AsyncGenerator<EndedHierarchy[]> {
  const where = 't.end_time_ is not null and t.super_process_instance_id_ is null'
  const roots =
    since === null
      ? source.portions<HistoryInstanceRow>('act_hi_procinst', where, [], portion)
      : source.portions<HistoryInstanceRow>(
          'act_hi_procinst',
          `${where} and t.end_time_ >= $1`,
          [source.localTime(since)],
          portion,
        )
  for await (const tops of roots) {
    const rootIds = tops.map(({ proc_inst_id_ }) => proc_inst_id_)
    const rootOf = new Map(rootIds.map((id) => [id, id]))
    const below = await listEndedBelow(source, rootIds)
    for (const { proc_inst_id_, root_proc_inst_id_ } of below)
      rootOf.set(proc_inst_id_, root_proc_inst_id_ ?? proc_inst_id_)
    const history = await readHistory(source, [...rootOf.keys()])
    const bytes = await readBytes(source, [
      ...history.variables.map(({ bytearray_id_ }) => bytearray_id_),
      ...history.details.map(({ bytearray_id_ }) => bytearray_id_),
      ...history.work.map(({ error_details_id_ }) => error_details_id_),
    ])
    const histories = groupHistory(history, (id) => rootOf.get(id ?? ''))
    yield rootIds.map((rootId) => ({
      rootId,
      bytes,
      history: histories(rootId),
    }))
  }
}
