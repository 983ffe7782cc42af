import type { Failure } from '@millrace/engine'
import { executeCommand } from '../runtime/execute-command.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { fireStartTimer } from '../runtime/start-timers.ts'
import { type ClaimedJob, restJob } from './claim-jobs.ts'

/** How a job went: what the log and the test want to know. */
export type JobOutcome = 'done' | 'gone' | 'failed'

/** Failures that no further try can mend: a person has to do something first. */
const final = new Set<Failure['code']>([
  'engine.java-not-bound',
  'engine.language-not-supported',
  'engine.not-supported',
])

/**
 * Carries out one claimed job. Its work and its removal are one commit, so a worker that dies in between leaves the job
 * to the next one and nothing is done twice.
 */
export async function runClaimedJob(runtime: Runtime, job: ClaimedJob): Promise<JobOutcome> {
  const { workplaceId, id, rootId } = job
  const actor = { workplaceId, userId: null }
  if (rootId === null) return (await fireStartTimer(runtime, actor, id)) ? 'done' : 'gone'
  const answer = await executeCommand(runtime, actor, { by: 'job', id }, { type: 'runJob', jobId: id })
  if (answer.ok) return 'done'
  if (answer.reason !== 'failed') {
    await restJob(runtime.db, job, null)
    return 'gone'
  }
  await recordFailure(runtime, job, answer.failure)
  return 'failed'
}

async function recordFailure(runtime: Runtime, job: ClaimedJob, failure: Failure): Promise<void> {
  const { workplaceId, id } = job
  const { code, message, detail } = failure
  await executeCommand(
    runtime,
    { workplaceId, userId: null },
    { by: 'job', id },
    { type: 'recordJobFailure', jobId: id, message, isFinal: final.has(code), detail: { ...detail, code } },
  )
  await restJob(runtime.db, job, new Date(runtime.clock().getTime() + restMs))
}

const restMs = 10_000
