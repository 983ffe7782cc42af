import type { Event, InstanceState, JobKind } from '@millrace/engine'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import { placeOfJob } from '../definitions/place-of-job.ts'

/** Kinds of jobs that have a job definition. */
const definedKinds: ReadonlySet<JobKind> = new Set(['before', 'after', 'timer', 'timeout', 'start'])

/** A new job that has got settings of its job definition. */
export interface SettledJob {
  readonly id: string
  readonly rootId: string
  readonly isSuspended: boolean
}

/**
 * Returns the ids of jobs that a run has created and that take the settings of their job definition. The next job of a
 * repeating timer takes those of the job before it, as in Camunda 7.
 */
export function listUnsettledJobs({ jobs }: InstanceState, events: readonly Event[]): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'jobCreated' || event.isRepetition === true) return []
    const job = jobs.get(event.job.id)
    return job !== undefined && definedKinds.has(job.kind) ? [job.id] : []
  })
}

/**
 * Returns the statement that gives new jobs the settings of their job definitions, after their insertion: suspended jobs
 * have no lease, and an overriding priority replaces that of the model. It returns the changed jobs for `readSettledJobs`.
 */
export function settleJobsStatement(workplaceId: string, ids: readonly string[]): Statement {
  return {
    name: 'job_settle',
    text: `update job j set is_suspended = j.is_suspended or d.is_suspended, priority = coalesce(d.priority, j.priority),
        locked_until = case when d.is_suspended then null else j.locked_until end,
        locked_by = case when d.is_suspended then null else j.locked_by end,
        attempts = case when d.is_suspended then 0 else j.attempts end
      from job_definition d
      where d.workplace_id = $1 and (d.is_suspended or d.priority is not null) and j.workplace_id = $1 and j.id = any($2::uuid[]) and ${placeOfJob('d')}
      returning j.id, j.root_id, j.is_suspended`,
    values: [workplaceId, ids],
  }
}

export function readSettledJobs(rows: ResultRows): SettledJob[] {
  return rows.map(([id, rootId, isSuspended]) => ({
    id: id ?? '',
    rootId: rootId ?? '',
    isSuspended: isSuspended === 't',
  }))
}
