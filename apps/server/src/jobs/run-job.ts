import { brokenOffMessage, isBrokenOff } from '../platform/db/broken-off.ts'
import { hasLostDatabase } from '../platform/db/has-lost-database.ts'
import { isUnstorable, unstorableMessage } from '../platform/db/is-unstorable.ts'
import { NoThread } from '../platform/threads/create-threads.ts'
import { traced } from '../platform/tracing/traced.ts'
import { shelveJob } from '../runtime/execute/shelve-job.ts'
import { jobActor } from './job-actor.ts'
import { handlers } from './kinds/index.ts'
import type { JobContext, JobHandler, JobOutcome } from './kinds/job-handler.ts'
import { beginAgain, type ClaimedJob } from './leases.ts'

/**
 * Runs one claimed job. Its work and its deletion are one commit, so a worker that crashes in between leaves the job to
 * the next one, and nothing is done twice.
 *
 * A job that was started and never ended is counted before it is started again. After three such starts it is set
 * aside, because it may have crashed its workers.
 *
 * @throws when the database or a thread is unavailable, and after an unexpected error, which has then cost the job one
 * retry.
 */
export function runClaimedJob(context: JobContext, job: ClaimedJob): Promise<JobOutcome> {
  return traced(
    () => ({
      name: `job ${job.kind}`,
      kind: 'consumer',
      attributes: {
        'millrace.job.id': job.id,
        'millrace.root.id': job.rootId,
        'millrace.workplace.id': job.workplaceId,
        'millrace.job.attempts': job.attempts,
      },
    }),
    () => handleJob(context, job),
  )
}

async function handleJob(context: JobContext, job: ClaimedJob): Promise<JobOutcome> {
  const handler: JobHandler = handlers[job.kind]
  if (job.attempts > 0) {
    if (!(await beginAgain(context.runtime.db, job))) return 'gone'
    if (job.attempts >= maxAttempts) return setAside(context, handler, job)
  }
  try {
    return await handler.run(context, job)
  } catch (error) {
    const message = isUnstorable(error) ? unstorableMessage : isBrokenOff(error) ? brokenOffMessage : null
    if (message !== null) {
      await handler.fail(context, job, { message, isFinal: false, detail: null })
      return 'failed'
    }
    if (!hasLostDatabase(error) && !(error instanceof NoThread))
      await handler.fail(context, job, { message: faultMessage, isFinal: false, detail: null }).catch(() => {})
    throw error
  }
}

const maxAttempts = 3

/** By the engine, which needs the rows of the root; where even that has ended the server three times, without it. */
async function setAside(context: JobContext, handler: JobHandler, job: ClaimedJob): Promise<JobOutcome> {
  const { id, workerId } = job
  const code = 'job.never-ended'
  if (job.attempts >= 2 * maxAttempts)
    await shelveJob(context.runtime, jobActor(job), { id, workerId, message: endedMessage, code })
  else await handler.fail(context, job, { message: endedMessage, isFinal: true, detail: { code } })
  return 'failed'
}

const endedMessage =
  'Expected the job to finish, but the server stopped three times while it ran the job. Find the cause in the step before you set new retries.'

const faultMessage =
  'The job failed because an error occurred in the server. The log of the server has the details under the id of the job.'
