import type { SystemMail } from '@millrace/contract'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import type { Filling } from '../../../runtime/mail/system/filling.ts'
import { writeSystemMail } from '../../../runtime/mail/system/write-system-mail.ts'
import { jobActor } from '../../job-actor.ts'
import type { ClaimedJob } from '../../leases.ts'
import { restUntil } from '../count-failure.ts'
import type { JobContext, JobFailure, JobHandler } from '../job-handler.ts'

/**
 * Sends a mail whose text is created when it is ordered, such as a test of an email template, and stores the outcome in
 * its row. A test of a system template uses the texts of the workplace at the time of sending.
 */
export const testMail: JobHandler = {
  run: async (context, job) => {
    const found = await findMail(context, job)
    if (found === null) return 'gone'
    const { to, order, ...builtIn } = found
    const { warn } = context.services
    const written =
      order === null
        ? builtIn
        : await writeSystemMail(context.runtime, job.workplaceId, { ...order, language: null, builtIn, warn })
    try {
      await context.services.mail(
        {
          service: 'mail',
          template: null,
          from: null,
          isHtmlForeign: false,
          cc: [],
          bcc: [],
          headers: {},
          to,
          ...written,
        },
        job.id,
      )
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error
      await countFailure(context, job, { message: error.message, isFinal: error.isFinal, detail: null })
      return 'failed'
    }
    await endJob(context, job, { state: 'sent', error: null })
    return 'done'
  },
  fail: countFailure,
}

/** Null when this worker has it no more. */
async function findMail({ runtime }: JobContext, { workplaceId, id, workerId }: ClaimedJob) {
  const [rows] = await runtime.db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'mail_find',
        text: `select m.recipient, m.subject, m.html, m.plain_text, m.system_mail, m.filling::text from job j join test_mail m on m.workplace_id = j.workplace_id and m.id = j.id
          where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3 and j.retries > 0`,
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  const [recipient, subject, html, text, mail, filling] = rows?.[0] ?? []
  if (recipient == null) return null
  const order =
    mail == null || filling == null ? null : { mail: mail as SystemMail, filling: JSON.parse(filling) as Filling }
  return { to: [recipient], subject: subject ?? '', html: html ?? '', text: text ?? '', order }
}

/** One try less, and a rest before the next. After the last one the row says why it failed. */
async function countFailure(context: JobContext, job: ClaimedJob, failure: JobFailure): Promise<void> {
  const { message, isFinal } = failure
  const { workplaceId, id, workerId } = job
  const { runtime } = context
  if (isFinal) return endJob(context, job, { state: 'failed', error: message })
  const [rows] = await runtime.db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'mail_rest',
        text: `with rested as (
            update job set retries = retries - 1, attempts = 0, error = $4, locked_until = $5, locked_by = null
            where workplace_id = $1 and id = $2 and locked_by = $3 and retries > 1 returning id)
          update test_mail m set error = $4 from rested where m.workplace_id = $1 and m.id = rested.id returning m.id`,
        values: [workplaceId, id, workerId, message, restUntil(runtime, restMs).toISOString()],
      },
    ]),
  )
  if (rows?.[0] === undefined) await endJob(context, job, { state: 'failed', error: message })
}

/** Somebody waits for it, so it is tried again soon. */
const restMs = 10_000

async function endJob(
  { runtime }: JobContext,
  job: ClaimedJob,
  { state, error }: { readonly state: 'sent' | 'failed'; readonly error: string | null },
): Promise<void> {
  const { workplaceId, id, workerId } = job
  await runtime.db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'mail_end',
        text: `with ended as (delete from job where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
          update test_mail m set state = $4, error = $5,
            html = case when m.is_secret then '' else m.html end, plain_text = case when m.is_secret then '' else m.plain_text end, filling = case when not m.is_secret then m.filling end
          from ended where m.workplace_id = $1 and m.id = ended.id`,
        values: [workplaceId, id, workerId, state, error],
      },
    ]),
  )
}
