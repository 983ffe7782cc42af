import type { ClaimedJob } from '../leases.ts'
import type { JobContext, JobHandler } from './job-handler.ts'
import { incidentAlert } from './mails/incident-alert.ts'
import { noticeMail } from './mails/notice-mail.ts'
import { testMail } from './mails/test-mail.ts'

/**
 * Sends a mail of the product itself, or an alert to a webhook, outside of any transaction. Neither belongs to a
 * process.
 */
export const mail: JobHandler = {
  run: async (context, job) => (await findHandler(context, job))?.run(context, job) ?? 'gone',
  fail: async (context, job, failure) => (await findHandler(context, job))?.fail(context, job, failure),
}

/** Null when this worker has it no more. */
async function findHandler(
  { runtime }: JobContext,
  { workplaceId, id, workerId }: ClaimedJob,
): Promise<JobHandler | null> {
  const [rows] = await runtime.db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'mail_subject',
        text: 'select element_key from job where workplace_id = $1 and id = $2 and locked_by = $3',
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  const [row] = rows ?? []
  if (row === undefined) return null
  if (row[0] === 'notices') return noticeMail
  return row[0] === 'incident-alert' ? incidentAlert : testMail
}
