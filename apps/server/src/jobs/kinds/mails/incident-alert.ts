import { mailTextsOf } from '@millrace/contract/mail-texts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import { readSecret } from '../../../platform/settings/read-settings.ts'
import { type AlertBody, fillAlertMail, signWebhook, writeWebhook } from '../../../runtime/incidents/alert-body.ts'
import { fillSilenceMail, type SilenceBody, writeSilenceWebhook } from '../../../runtime/incidents/silence-body.ts'
import { writeSystemMail } from '../../../runtime/mail/system/write-system-mail.ts'
import { jobActor } from '../../job-actor.ts'
import type { ClaimedJob } from '../../leases.ts'
import { restUntil } from '../count-failure.ts'
import type { JobContext, JobFailure, JobHandler } from '../job-handler.ts'

/** Sends an alert of new incidents or silent listeners, by mail or to a webhook: outside of any transaction, with the id of the job as key. */
export const incidentAlert: JobHandler = {
  run: async (context, job) => {
    const alert = await findAlert(context, job)
    if (alert === null) return 'gone'
    try {
      await (alert.channel === 'mail' ? sendMail(context, job, alert) : callWebhook(context, job, alert))
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error
      await countFailure(context, job, { message: error.message, isFinal: error.isFinal, detail: null })
      return 'failed'
    }
    await end(context, job, { state: 'sent', error: null })
    return 'done'
  },
  fail: countFailure,
}

interface Alert {
  readonly channel: string
  readonly target: string
  /** The language of the readers of a mail; null when no user has the address, or the user has chosen none. */
  readonly language: string | null
  readonly body: AlertBody | SilenceBody
}

/** Null when this worker has the job no more. */
async function findAlert({ runtime }: JobContext, job: ClaimedJob): Promise<Alert | null> {
  const { workplaceId, id, workerId } = job
  const [rows] = await runtime.db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'incident_alert_find',
        text: `select a.channel, a.target, a.body::text from job j join incident_alert a on a.workplace_id = j.workplace_id and a.id = j.id
          where j.workplace_id = $1 and j.id = $2 and j.locked_by = $3 and j.retries > 0`,
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  const [channel, target, body] = rows?.[0] ?? []
  if (channel == null || target == null || body == null) return null
  const { language = null, ...news } = JSON.parse(body) as (AlertBody | SilenceBody) & {
    readonly language?: string | null
  }
  return { channel, target, language, body: news }
}

async function sendMail(
  { runtime, services }: JobContext,
  { workplaceId, id }: ClaimedJob,
  { target, language, body }: Alert,
): Promise<void> {
  const [url, texts] = [publicUrlOf(services), mailTextsOf(language)]
  const filled = isSilence(body)
    ? { mail: 'silentListeners' as const, filling: fillSilenceMail(body, url, texts) }
    : { mail: 'incidentAlert' as const, filling: fillAlertMail(body, url, texts) }
  const mail = await writeSystemMail(runtime, workplaceId, { ...filled, language, warn: services.warn })
  await services.mail(
    {
      ...{ service: 'mail', template: null, from: null, isHtmlForeign: false, cc: [], bcc: [] },
      to: target.split(',').map((address) => address.trim()),
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...mail,
    },
    id,
  )
}

async function callWebhook(
  { runtime, services }: JobContext,
  { workplaceId, id }: ClaimedJob,
  { target, body }: Alert,
): Promise<void> {
  const url = publicUrlOf(services)
  const text = isSilence(body) ? writeSilenceWebhook(body, url) : writeWebhook(body, url)
  const key = services.links?.secret ?? null
  const secret =
    key === null ? null : await readSecret({ db: runtime.db, secret: key }, workplaceId, 'alerts.webhookSecret')
  const answer = await services.http(
    {
      service: 'http',
      method: 'POST',
      url: target,
      headers: {
        'content-type': 'application/json',
        ...(secret === null ? {} : { 'millrace-signature': signWebhook(text, secret) }),
      },
      body: text,
      timeoutInMilliseconds: 30_000,
      followsRedirects: false,
    } as Parameters<typeof services.http>[0],
    id,
  )
  const status = Number(answer.statusCode)
  if (status >= 200 && status < 300) return
  // A webhook that refuses the call will refuse it again.
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  throw new OutgoingFailure(`Expected the webhook to answer with 2xx, but it answered ${status}.`, { isFinal })
}

function isSilence(body: AlertBody | SilenceBody): body is SilenceBody {
  return 'listeners' in body
}

function publicUrlOf({ links }: JobContext['services']): string {
  return links?.publicUrl() ?? 'http://localhost'
}

/** Minutes between the tries: the other side may be away for a night. */
const rests = [1, 2, 5, 15, 30, 60, 120, 240, 480]

/** One try less, and a rest before the next. After the last one the alert says why it was not sent. */
async function countFailure(context: JobContext, job: ClaimedJob, { message, isFinal }: JobFailure): Promise<void> {
  const { runtime } = context
  const { workplaceId, id, workerId } = job
  if (isFinal) return end(context, job, { state: 'failed', error: message })
  const [found] = await runtime.db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'incident_alert_retries',
        text: 'select retries from job where workplace_id = $1 and id = $2 and locked_by = $3',
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  const left = Number(found?.[0]?.[0] ?? 0) - 1
  if (left < 1) return end(context, job, { state: 'failed', error: message })
  const rest = rests[Math.max(0, rests.length - left)] ?? 480
  await runtime.db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'incident_alert_rest',
        text: `with rested as (update job set retries = $6, attempts = 0, error = $4, locked_until = $5, locked_by = null
            where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
          update incident_alert a set error = $4 from rested where a.workplace_id = $1 and a.id = rested.id`,
        values: [workplaceId, id, workerId, message, restUntil(runtime, rest * 60_000).toISOString(), left],
      },
    ]),
  )
}

async function end(
  { runtime }: JobContext,
  job: ClaimedJob,
  { state, error }: { readonly state: 'sent' | 'failed'; readonly error: string | null },
): Promise<void> {
  const { workplaceId, id, workerId } = job
  await runtime.db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'incident_alert_end',
        text: `with ended as (delete from job where workplace_id = $1 and id = $2 and locked_by = $3 returning id)
          update incident_alert a set state = $4, error = $5, ended_at = $6 from ended where a.workplace_id = $1 and a.id = ended.id`,
        values: [workplaceId, id, workerId, state, error, runtime.clock().toISOString()],
      },
    ]),
  )
}
