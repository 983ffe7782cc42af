import type { Command, Failure } from '@millrace/engine'
import { hasLostDatabase } from '../platform/db/has-lost-database.ts'
import { isUnstorable, unstorableMessage } from '../platform/db/is-unstorable.ts'
import { type CommandAnswer, executeCommand } from '../runtime/execute/execute-command.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { fireStartTimer } from '../runtime/start/start-timers.ts'
import { type ClaimedJob, dropJob, restJob } from './claim-jobs.ts'
import { jobActor } from './job-actor.ts'
import { runWork } from './work/run-work.ts'
import type { Services } from './work/services.ts'

/** What jobs are carried out with. */
export interface JobContext {
  readonly runtime: Runtime
  readonly services: Services
}

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
 *
 * @throws when the database is away, and after a fault of the program, which has then cost the job one of its tries.
 */
export async function runClaimedJob(context: JobContext, job: ClaimedJob): Promise<JobOutcome> {
  try {
    return await run(context, job)
  } catch (error) {
    if (isUnstorable(error)) {
      await record(context.runtime, job, { message: unstorableMessage, isFinal: false, detail: null })
      return 'failed'
    }
    if (!hasLostDatabase(error))
      await record(context.runtime, job, { message: faultMessage, isFinal: false, detail: null }).catch(() => {})
    throw error
  }
}

const faultMessage =
  'Expected to carry out the job, but the program failed. The log of the server has the details under the id of the job.'

async function run({ runtime, services }: JobContext, job: ClaimedJob): Promise<JobOutcome> {
  const { id, rootId, kind } = job
  const actor = jobActor(job)
  if (rootId === null) return (await fireStartTimer(runtime, actor, id)) ? 'done' : 'gone'
  if (kind !== 'work')
    return settle(runtime, job, await executeCommand(runtime, actor, { by: 'job', id }, { type: 'runJob', jobId: id }))
  const outcome = await runWork(runtime, services, job)
  switch (outcome.kind) {
    case 'answered':
      return settle(runtime, job, outcome.answer)
    case 'gone':
      return 'gone'
    case 'failed':
      await record(runtime, job, outcome)
      return 'failed'
    default:
      return outcome satisfies never
  }
}

async function settle(runtime: Runtime, job: ClaimedJob, answer: CommandAnswer): Promise<JobOutcome> {
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
  const { code, message, detail } = answer.failure
  await record(runtime, job, { message, isFinal: final.has(code), detail: { ...detail, code } })
  return 'failed'
}

interface JobFailure {
  readonly message: string
  readonly isFinal: boolean
  readonly detail: Failure['detail']
}

/** Counts the failure, and lets the job rest before its next try unless its model says how long. */
async function record(runtime: Runtime, job: ClaimedJob, failure: JobFailure): Promise<void> {
  const { id, kind, rootId } = job
  if (rootId === null) {
    await restJob(runtime.db, job, restUntil(runtime, firstRestMs))
    return
  }
  const type = kind === 'work' ? 'failWork' : 'recordJobFailure'
  const command: Command = { type, jobId: id, ...failure }
  const answer = await executeCommand(runtime, jobActor(job), { by: 'job', id }, command)
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

function restUntil({ clock }: Runtime, ms: number): Date {
  return new Date(clock().getTime() + ms)
}
