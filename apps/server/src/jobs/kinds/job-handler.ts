import type { JobKind as EngineJobKind, Failure } from '@millrace/engine'
import type { Runtime } from '../../runtime/runtime.ts'
import type { ClaimedJob } from '../leases.ts'
import type { Services } from '../work/services.ts'

/** The kinds of jobs: of the engine and of the product itself. */
export type JobKind =
  | EngineJobKind
  | 'maintenance'
  | 'mail'
  | 'batch'
  | 'package'
  | 'move-in'
  | 'user-import'
  | 'user-change'
  | 'directory'
  | 'listener'
  | 'simulation'

/** The context in which jobs are executed. */
export interface JobContext {
  readonly runtime: Runtime
  readonly services: Services
  /** Aborted when the worker stops: long work leaves the rest to the next one. */
  readonly stopping?: AbortSignal
  /** Logs the details of an error that users do not see, under the id of the job. */
  readonly onFault?: (error: unknown, job: ClaimedJob | null) => void
}

/** The outcome of a job, for the log and tests. */
export type JobOutcome = 'done' | 'gone' | 'failed'

export interface JobFailure {
  readonly message: string
  /** No further try can fix it: a person has to do something first. */
  readonly isFinal: boolean
  readonly detail: Failure['detail']
  /** Where a step failed; left out when it was not the process that did. */
  readonly failedElementId?: string | null
}

/** Executes the jobs of one kind. */
export interface JobHandler {
  /** Its work and its removal are one commit, so that nothing is done twice. */
  run(context: JobContext, job: ClaimedJob): Promise<JobOutcome>
  /** Counts a failure that `run` could not, and says when the job is tried again. */
  fail(context: JobContext, job: ClaimedJob, failure: JobFailure): Promise<void>
}
