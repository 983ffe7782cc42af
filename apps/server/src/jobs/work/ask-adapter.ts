import type { AdapterOutcome, AdapterWork } from '@millrace/engine'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { type Adapter, findAdapter } from '../../runtime/look-ups/adapter.ts'
import { isRepeatable, outcomeOfFailure, unknownOutcome } from '../../runtime/look-ups/outcome.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { jobActor } from '../job-actor.ts'
import type { ClaimedJob } from '../leases.ts'

/**
 * Calls an external system for a process, by the current version of an adapter of its workplace: a fix after a failure
 * takes effect at the next attempt. A call that must not be repeated is marked as sent before it is made, so that no
 * worker repeats it unknowingly.
 *
 * @returns null when this worker no longer holds the job.
 * @throws OutgoingFailure when the adapter does not exist or may not be used.
 */
export async function askAdapter(
  runtime: Runtime,
  job: ClaimedJob,
  { request, secrets }: { readonly request: AdapterWork; readonly secrets: readonly string[] },
): Promise<AdapterOutcome | null> {
  const adapter = await findAsked(runtime, job, request)
  if (!isRepeatable(adapter.settings) && !(await noteSent(runtime, job))) return null
  const idempotencyKey = job.id
  try {
    const { parameters } = request
    const restricted = await findRestricted(runtime, job)
    const call = { parameters, idempotencyKey, secrets, restricted, origin: 'process' } as const
    const outcome = await runtime.lookUps.call(adapter, call)
    const status = `a proxy answered with the status ${outcome.status}`
    return outcome.failure?.isUnknown === true ? unknownOutcome(adapter.name, status, idempotencyKey) : outcome
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    const outcome = outcomeOfFailure(error, adapter.settings)
    if (outcome.failure?.isUnknown !== true) return outcome
    return unknownOutcome(adapter.name, 'the request was sent and no response arrived', idempotencyKey)
  }
}

async function findAsked(
  { db }: Runtime,
  { workplaceId }: ClaimedJob,
  { adapter: key }: AdapterWork,
): Promise<Adapter> {
  const adapter = await db.read({ workplaceId }, (tx) => findAdapter(tx, workplaceId, { key }))
  if (adapter === null)
    throw new OutgoingFailure(
      `Expected an adapter “${key}” to ask, but there is none. Make it or name another one, and try again.`,
      { isFinal: true },
    )
  if (adapter.disabled === null) return adapter
  throw new OutgoingFailure(
    `Expected an adapter that may be asked, but ${adapter.disabled} is disabled. Restore it, and try again.`,
    { isFinal: true },
  )
}

/** Longer values are no parameters of a call as a whole. */
const longestRestricted = 10_000

/** Returns the values of the restricted variables of the instance, which the log of calls does not show. */
async function findRestricted({ db }: Runtime, { workplaceId, id }: ClaimedJob): Promise<string[]> {
  const [rows = []] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'restricted_values',
        text: `select distinct v.value from job j join variable v on v.workplace_id = j.workplace_id and v.root_id = j.root_id
          where j.workplace_id = $1 and j.id = $2 and length(v.value) <= ${longestRestricted}
            and exists (select from json_array_elements_text(millrace_restricted_names($1)) n (name)
              where lower(v.name) like replace(replace(lower(n.name), '_', '\\_'), '*', '%')) limit 100`,
        values: [workplaceId, id],
      },
    ]),
  )
  return rows.flatMap(([value]) => (value == null ? [] : [value]))
}

/** Whether this worker still has the job. */
async function noteSent({ db }: Runtime, job: ClaimedJob): Promise<boolean> {
  const { workplaceId, id, workerId } = job
  const [rows] = await db.withTransaction(jobActor(job), (tx) =>
    tx.commit([
      {
        name: 'work_sent',
        text: 'update job set sent_at = now() where workplace_id = $1 and id = $2 and locked_by = $3 returning id',
        values: [workplaceId, id, workerId],
      },
    ]),
  )
  return rows?.[0] !== undefined
}
