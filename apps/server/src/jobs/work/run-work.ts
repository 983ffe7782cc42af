import { type Failure, type WorkRequest, workRequest } from '@millrace/engine'
import type { Database } from '../../platform/db/database.ts'
import { hideInFailure } from '../../platform/outgoing/hide-secrets.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import type { CommandAnswer } from '../../runtime/execute/unit-of-work.ts'
import { unknownOutcome } from '../../runtime/look-ups/outcome.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor } from '../job-actor.ts'
import type { ClaimedJob } from '../leases.ts'
import { askAdapter } from './ask-adapter.ts'
import { fillTemplate } from './fill-template.ts'
import { type OpenedRequest, openSecrets } from './open-secrets.ts'
import { perform, type ServiceRequest, type Services } from './services.ts'

/** How a job went, and what is to be written down of a failure. */
export type WorkOutcome =
  | { readonly kind: 'answered'; readonly answer: CommandAnswer }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly message: string; readonly isFinal: boolean; readonly detail: Failure['detail'] }

/**
 * Does the work of a job outside of any transaction, keeps what it gave, and hands that to the instance. A worker that
 * dies before it is kept leaves work that is repeated under the same idempotency key; afterwards it is never repeated,
 * however often taking it in fails.
 */
export async function runWork(runtime: Runtime, services: Services, job: ClaimedJob): Promise<WorkOutcome> {
  const found = await findWork(runtime.db, job)
  if (found === null) return { kind: 'gone' }
  try {
    const output =
      found.output ?? lostOutput(job, found) ?? (await performAndKeep(runtime, services, job, found.request))
    if (output === null) return { kind: 'gone' }
    const { id } = job
    const command = { type: 'completeWork', jobId: id, output } as const
    const answer = await executeCommand(runtime, jobActor(job), { target: { by: 'job', id }, command })
    // What was answered is itself the failure, so the next try has to ask again.
    if (!answer.ok && answer.reason === 'failed' && isFailed(answer.failure.code))
      await forgetOutput(runtime.db, job, { isAnswered: answer.failure.code !== 'engine.answer-unknown' })
    return { kind: 'answered', answer }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { kind: 'failed', message: error.message, isFinal: error.isFinal, detail: error.detail }
  }
}

/** Returns whether a failure says that the service failed, refused the work, or gave no answer. */
function isFailed(code: Failure['code']): boolean {
  return code === 'engine.work-failed' || code === 'engine.work-refused' || code === 'engine.answer-unknown'
}

/** Of work that must not be done twice, and that somebody has sent who then ended. */
function lostOutput({ id }: ClaimedJob, { request, isSent }: Work): Work['output'] {
  if (!isSent || request.service !== 'adapter') return null
  const why = 'the request was sent, and the server that waited for the answer stopped'
  return { ...unknownOutcome(request.adapter, why, id) }
}

interface Work {
  readonly request: WorkRequest
  readonly isSent: boolean
  readonly output: Readonly<Record<string, unknown>> | null
}

/** Null when the job no longer exists, was taken by another worker after the lease, or waits for a person. */
async function findWork(db: Database, { workplaceId, id, workerId }: ClaimedJob): Promise<Work | null> {
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'work_find',
        text: `select data->'request', output, sent_at is not null from job where workplace_id = $1 and id = $2 and locked_by = $3 and not is_suspended and retries > 0`,
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  const [request, output, isSent] = rows?.[0] ?? []
  if (request === null || request === undefined) return null
  return {
    request: workRequest.decode(JSON.parse(request), `the request of job ${id}`),
    output: typeof output === 'string' ? JSON.parse(output) : null,
    isSent: isSent === 't',
  }
}

async function performAndKeep(
  runtime: Runtime,
  services: Services,
  job: ClaimedJob,
  request: WorkRequest,
): Promise<Work['output']> {
  const { db } = runtime
  const { workplaceId, id, workerId } = job
  const filled = request.service === 'mail' ? await fillTemplate(runtime, job, request) : request
  const opened = await openSecrets(db, services.openSecret, job, filled)
  const output = await performOpened(runtime, services, job, opened)
  if (output === null) return null
  // Half a character, such as of an answer that was cut, cannot be stored.
  const text = JSON.stringify(output, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value))
  if (text.includes('\\u0000'))
    throw new OutgoingFailure('Expected an answer that can be stored, but it has a NUL character.', { isFinal: true })
  const [rows] = await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'work_keep',
        text: 'update job set output = $4 where workplace_id = $1 and id = $2 and locked_by = $3 returning id',
        values: [workplaceId, id, workerId, text],
      },
    ]),
  )
  return rows?.[0] === undefined ? null : output
}

async function performOpened(
  runtime: Runtime,
  services: Services,
  job: ClaimedJob,
  { request, secrets, hide }: OpenedRequest,
): Promise<Work['output']> {
  if (request.service !== 'adapter') return hide(await performHidden(services, request, { id: job.id, hide }))
  const outcome = await askAdapter(runtime, job, { request, secrets })
  return outcome === null ? null : hide({ ...outcome })
}

/** What went wrong is kept too. */
async function performHidden(
  services: Services,
  request: ServiceRequest,
  { id, hide }: Pick<OpenedRequest, 'hide'> & { readonly id: string },
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await perform(services, request, id)
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    throw hideInFailure(request.service === 'mail' ? orUnanswered(error, id) : error, hide)
  }
}

/** A mail that the mail server may have accepted is not sent again, until somebody decides. */
function orUnanswered(failure: OutgoingFailure, idempotencyKey: string): OutgoingFailure {
  if (!failure.mayHaveArrived) return failure
  return new OutgoingFailure(
    `The mail server received the mail with the id <${idempotencyKey}@millrace>, but gave no answer. It may have accepted the mail. Check the log of the mail server: if the mail is there, mark the step as done; otherwise retry it, which sends the same mail with the same id.`,
    { isFinal: true, mayHaveArrived: true, detail: { code: 'engine.answer-unknown', idempotencyKey } },
  )
}

/** @param options.isAnswered whether the service said that it has not done the work: the next try sends it again. */
async function forgetOutput(
  db: Database,
  job: ClaimedJob,
  { isAnswered }: { readonly isAnswered: boolean },
): Promise<void> {
  const { workplaceId, id } = job
  await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'work_forget',
        text: 'update job set output = null, sent_at = case when $3::boolean then null else sent_at end where workplace_id = $1 and id = $2',
        values: [workplaceId, id, String(isAnswered)],
      },
    ]),
  )
}
