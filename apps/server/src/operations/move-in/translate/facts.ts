import { type JobKind, jobKinds } from '@millrace/engine'
import type { Fact } from '../../../runtime/history/facts.ts'
import type { HistoryIncidentRow, HistoryJobRow, HistoryWorkRow } from '../source/read-history.ts'
import type { HistoryContext } from './history.ts'

/** Translates incidents that were raised and resolved. */
export function incidentFacts(row: HistoryIncidentRow, { ids }: HistoryContext): Fact[] {
  if (row.proc_inst_id_ === null) return []
  const id = ids.of(row.id_)
  const about = { instanceId: ids.of(row.proc_inst_id_), subjectId: id, elementId: null }
  const isOfWork = row.incident_type_ === 'failedJob' || row.incident_type_ === 'failedExternalTask'
  const configuration = row.configuration_ ?? row.history_configuration_ ?? null
  const raised: Fact = {
    ...about,
    id: ids.ordered(`raised ${row.id_}`, row.create_time_),
    at: row.create_time_,
    kind: 'incident-raised',
    data: {
      elementId: row.failed_activity_id_ ?? row.activity_id_,
      executionId: ids.of(row.execution_id_ ?? row.proc_inst_id_),
      type: row.incident_type_,
      sourceId: isOfWork && configuration !== null ? ids.of(configuration) : null,
      message: row.incident_msg_ ?? '',
      detail: isOfWork || configuration === null ? null : { configuration },
      causeId: ids.of(row.cause_incident_id_ ?? row.id_),
      rootCauseId: ids.of(row.root_cause_incident_id_ ?? row.id_),
      createdAt: row.create_time_,
    },
  }
  if (row.end_time_ === null) return [raised]
  // 2 is deleted, 1 resolved.
  const outcome = row.incident_state_ === 2 ? 'deleted' : 'resolved'
  const ended = { ...about, id: ids.ordered(`ended ${row.id_}`, row.end_time_), at: row.end_time_ }
  return [raised, { ...ended, kind: 'incident-ended', data: { outcome } }]
}

const [FAILED, DONE, DELETED] = [1, 2, 3]

/**
 * Translates an entry of Camunda's job log to history facts. Entries for created jobs are skipped, because they follow
 * from the others.
 */
export function jobFacts(row: HistoryJobRow, createdAt: string, { ids }: HistoryContext): Fact[] {
  const kind = kindOf(row)
  if (row.process_instance_id_ === null || kind === null) return []
  const { job_state_: state, timestamp_: at } = row
  const instanceId = ids.of(row.process_instance_id_)
  const about = { id: ids.ordered(row.id_, at), instanceId, at, subjectId: ids.of(row.job_id_), elementId: null }
  const job = {
    elementId: row.act_id_ ?? '',
    executionId: ids.of(row.execution_id_ ?? row.process_instance_id_),
    kind,
    dueAt: row.job_duedate_,
    retries: row.job_retries_ ?? 0,
    priority: Number(row.job_priority_ ?? 0),
    isExclusive: true,
    isSuspended: false,
    createdAt,
    made: null,
    failedElementId: row.failed_act_id_ ?? null,
  }
  if (state === FAILED) return [{ ...about, kind: 'job-failed', data: { ...job, error: row.job_exception_msg_ ?? '' } }]
  if (state !== DONE && state !== DELETED) return []
  return [{ ...about, kind: 'job-ended', data: { ...job, outcome: state === DONE ? 'done' : 'deleted' } }]
}

function kindOf({ job_def_type_: type, job_def_configuration_: how }: HistoryJobRow): JobKind | null {
  const kind =
    type === 'async-continuation'
      ? how === 'async-after'
        ? 'after'
        : 'before'
      : type === 'timer-start-event'
        ? 'start'
        : type === 'timer-task-listener'
          ? 'timeout'
          : type?.startsWith('timer-') === true
            ? 'timer'
            : type === 'event'
              ? 'delivery'
              : ''
  return jobKinds.find((known) => known === kind) ?? null
}

/** Translates an entry of Camunda's external task log to history facts. */
export function workFacts(row: HistoryWorkRow, createdAt: string, { ids, bytes }: HistoryContext): Fact[] {
  if (row.proc_inst_id_ === null) return []
  const { state_: state, timestamp_: at } = row
  const instanceId = ids.of(row.proc_inst_id_)
  const about = { id: ids.ordered(row.id_, at), instanceId, at, subjectId: ids.of(row.ext_task_id_), elementId: null }
  const task = {
    elementId: row.act_id_ ?? '',
    executionId: ids.of(row.execution_id_ ?? row.proc_inst_id_),
    topic: row.topic_name_ ?? '',
    workerId: row.worker_id_,
    priority: Number(row.priority_ ?? 0),
    retries: row.retries_,
    createdAt,
  }
  if (state === FAILED) {
    const details = bytes.get(row.error_details_id_ ?? '')?.toString('utf8') ?? null
    return [{ ...about, kind: 'external-task-failed', data: { ...task, error: row.error_msg_, details } }]
  }
  if (state !== DONE && state !== DELETED) return []
  return [{ ...about, kind: 'external-task-ended', data: { ...task, outcome: state === DONE ? 'done' : 'deleted' } }]
}
