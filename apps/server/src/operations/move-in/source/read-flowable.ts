import type { Source } from './open-source.ts'
import type { HistoryInstanceRow } from './read-history.ts'
import type { ExternalTaskRow, IncidentRow, JobRow } from './rows.ts'

/** Rows of Flowable that Camunda keeps in other tables, in the form that Camunda gives them. */
export interface FlowableWork {
  readonly jobs: readonly JobRow[]
  readonly externalTasks: readonly ExternalTaskRow[]
  /** A job without retries is an incident. */
  readonly incidents: readonly IncidentRow[]
  /** Executions whose job is to look whether all runs of their parallel activity have ended. Here, each run looks itself. */
  readonly endedRuns: ReadonlySet<string>
}

/** The queues of Flowable: each job is in one of these tables, which have the same columns apart from locks and retries. */
const queues = [
  'act_ru_job',
  'act_ru_timer_job',
  'act_ru_external_job',
  'act_ru_suspended_job',
  'act_ru_deadletter_job',
] as const

interface QueuedRow extends JobRow {
  readonly proc_def_id_: string | null
  readonly lock_owner_?: string | null
  readonly exception_stack_id_: string | null
  readonly tenant_id_: string | null
}

const runEnd = 'parallel-multi-instance-complete'

/** Reads the jobs and external tasks of instances out of all queues. */
export async function readFlowableWork(source: Source, instances: readonly string[]): Promise<FlowableWork> {
  const jobs: JobRow[] = []
  const externalTasks: ExternalTaskRow[] = []
  const incidents: IncidentRow[] = []
  const endedRuns = new Set<string>()
  for (const queue of queues)
    for (const row of await source.select<QueuedRow>(queue, 'process_instance_id_ = any($1)', [instances])) {
      const isFailed = queue === 'act_ru_deadletter_job'
      const isSuspended = queue === 'act_ru_suspended_job'
      if (row.handler_type_ === runEnd && !isFailed) {
        endedRuns.add(row.execution_id_ ?? '')
        continue
      }
      // A worker has completed it when it is a job that can be executed.
      if (row.handler_type_ === 'external-worker-complete' && queue !== 'act_ru_job')
        externalTasks.push(externalTaskOf(row, { isFailed, isSuspended }))
      else jobs.push(jobOf(row, { isFailed, isSuspended }))
      if (isFailed) incidents.push(incidentOf(row))
    }
  return { jobs, externalTasks, incidents, endedRuns }
}

interface QueueState {
  readonly isFailed: boolean
  readonly isSuspended: boolean
}

function jobOf(row: QueuedRow, { isFailed, isSuspended }: QueueState): JobRow {
  return {
    ...row,
    lock_exp_time_: row.lock_exp_time_ ?? null,
    process_def_id_: row.proc_def_id_,
    retries_: isFailed ? 0 : row.retries_,
    failed_act_id_: isFailed ? (row.element_id_ ?? null) : null,
    suspension_state_: isSuspended ? 2 : 1,
    priority_: '0',
  }
}

function incidentOf(row: QueuedRow): IncidentRow {
  const id = `incident ${row.id_}`
  return {
    id_: id,
    incident_timestamp_: row.create_time_ ?? new Date(0).toISOString(),
    incident_msg_: row.exception_msg_,
    incident_type_: row.handler_type_ === 'external-worker-complete' ? 'failedExternalTask' : 'failedJob',
    execution_id_: row.execution_id_,
    activity_id_: row.element_id_ ?? null,
    failed_activity_id_: row.element_id_ ?? null,
    proc_inst_id_: row.process_instance_id_,
    cause_incident_id_: id,
    root_cause_incident_id_: id,
    configuration_: row.id_,
  }
}

/** The configuration of the job has the topic. */
function externalTaskOf(row: QueuedRow, { isFailed, isSuspended }: QueueState): ExternalTaskRow {
  return {
    id_: row.id_,
    worker_id_: row.lock_owner_ ?? null,
    topic_name_: row.handler_cfg_,
    retries_: isFailed ? 0 : row.retries_,
    error_msg_: row.exception_msg_,
    error_details_id_: row.exception_stack_id_,
    lock_exp_time_: row.lock_exp_time_ ?? null,
    create_time_: row.create_time_,
    suspension_state_: isSuspended ? 2 : 1,
    execution_id_: row.execution_id_ ?? '',
    proc_inst_id_: row.process_instance_id_ ?? '',
    act_id_: row.element_id_ ?? '',
    priority_: '0',
    tenant_id_: row.tenant_id_,
  }
}

/** Follows the callers of ended instances downwards, level by level: Flowable does not store the root of an instance. */
export async function readEndedBelow(source: Source, rootIds: readonly string[]): Promise<HistoryInstanceRow[]> {
  const found: HistoryInstanceRow[] = []
  const rootOf = new Map(rootIds.map((id) => [id, id]))
  for (let level: readonly string[] = rootIds; level.length > 0; ) {
    const rows = await source.select<HistoryInstanceRow>(
      'act_hi_procinst',
      'super_process_instance_id_ = any($1) and end_time_ is not null',
      [level],
    )
    for (const row of rows) {
      const root = rootOf.get(row.super_process_instance_id_ ?? '') ?? null
      rootOf.set(row.proc_inst_id_, root ?? row.proc_inst_id_)
      found.push({ ...row, root_proc_inst_id_: root })
    }
    level = rows.map(({ proc_inst_id_ }) => proc_inst_id_)
  }
  return found
}
