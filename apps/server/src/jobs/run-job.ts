import { hasLostDatabase } from '../platform/db/has-lost-database.ts'
import { isUnstorable, unstorableMessage } from '../platform/db/is-unstorable.ts'
import { handlers } from './kinds/index.ts'
import type { JobContext, JobHandler, JobOutcome } from './kinds/job-handler.ts'
import type { ClaimedJob } from './leases.ts'

/**
 * Carries out one claimed job. Its work and its removal are one commit, so a worker that dies in between leaves the job
 * to the next one and nothing is done twice.
 *
 * @throws when the database is away, and after a fault of the program, which has then cost the job one of its tries.
 */
export async function runClaimedJob(context: JobContext, job: ClaimedJob): Promise<JobOutcome> {
  const handler: JobHandler = handlers[job.kind]
  try {
    return await handler.run(context, job)
  } catch (error) {
    if (isUnstorable(error)) {
      await handler.fail(context, job, { message: unstorableMessage, isFinal: false, detail: null })
      return 'failed'
    }
    if (!hasLostDatabase(error))
      await handler.fail(context, job, { message: faultMessage, isFinal: false, detail: null }).catch(() => {})
    throw error
  }
}

const faultMessage =
  'Expected to carry out the job, but the program failed. The log of the server has the details under the id of the job.'
