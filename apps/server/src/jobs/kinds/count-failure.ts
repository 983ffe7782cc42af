import type { Command, Failure } from '@millrace/engine'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import type { CommandAnswer } from '../../runtime/execute/unit-of-work.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor } from '../job-actor.ts'
import { type ClaimedJob, dropJob, restJob } from '../leases.ts'
import type { JobContext, JobFailure, JobOutcome } from './job-handler.ts'

/** The commands by which the engine counts a failure of a job of its own. */
export type FailureCommand = Extract<Command, { type: 'recordJobFailure' | 'failWork' }>['type']

/** Failures that no further try can fix: a person has to do something first. */
const final = new Set<Failure['code']>([
  'engine.answer-unknown',
  'engine.java-not-bound',
  'engine.language-not-supported',
  'engine.not-supported',
  'engine.work-refused',
])

/** Converts the answer of the engine to the outcome of a job. */
export async function settle(
  { runtime }: JobContext,
  job: ClaimedJob,
  answer: CommandAnswer,
  type: FailureCommand,
): Promise<JobOutcome> {
  if (answer.ok) return 'done'
  if (answer.reason === 'gone') {
    // A delivery that was put off for a root which has ended meanwhile: nobody waits for it any more.
    await dropJob(runtime.db, job)
    return 'gone'
  }
  if (answer.reason === 'refused') {
    // It was suspended a moment ago: it is claimed again when that ends.
    await restJob(runtime.db, job, restUntil(runtime, firstRestMs))
    return 'gone'
  }
  const { code, message, detail, elementId: failedElementId } = answer.failure
  const isFinal = final.has(code)
  await countFailure(runtime, job, type, { message, isFinal, detail: { ...detail, code }, failedElementId })
  return 'failed'
}

/**
 * Reduces the retries of a failed job by one, and creates an incident when none is left. The next attempt is after a
 * pause, unless the model sets the time.
 */
export async function countFailure(
  runtime: Runtime,
  job: ClaimedJob,
  type: FailureCommand,
  failure: JobFailure,
): Promise<void> {
  const { id } = job
  const command: Command = { type, jobId: id, ...failure }
  const answer = await executeCommand(runtime, jobActor(job), { target: { by: 'job', id }, command })
  if (!answer.ok && answer.reason === 'failed' && type === 'failWork') {
    // The model goes on after a failure of this work, and the step after it failed: that is what this try came to.
    const { code, message, detail, elementId: failedElementId } = answer.failure
    const isFinal = failure.isFinal || final.has(code)
    const next = { message, isFinal, detail: { ...detail, code }, failedElementId }
    await countFailure(runtime, job, 'recordJobFailure', next)
    return
  }
  if (!answer.ok && answer.reason === 'failed' && !failure.isFinal) {
    // Without anything of the model then, so that it is counted in any case.
    await countFailure(runtime, job, type, { ...failure, isFinal: true })
    return
  }
  const change = answer.ok ? answer.events.find((event) => event.type === 'jobChanged' && event.id === id) : undefined
  const patch = change?.type === 'jobChanged' ? change.patch : {}
  const isTimed = patch.dueAt !== undefined && patch.dueAt !== null && new Date(patch.dueAt) > runtime.clock()
  await restJob(runtime.db, job, isTimed ? null : restUntil(runtime, backOffMs(patch.retries ?? 0)))
}

const firstRestMs = 10_000
const longestRestMs = 600_000

/** Ten seconds, and four times as long after each further failure. A job begins with three tries. */
function backOffMs(triesLeft: number): number {
  return Math.min(firstRestMs * 4 ** Math.max(0, 2 - triesLeft), longestRestMs)
}

export function restUntil({ clock }: Runtime, ms: number): Date {
  return new Date(clock().getTime() + ms)
}
