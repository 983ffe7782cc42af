import type { ExternalCallOrigin, ExternalCallOutcome } from '@millrace/contract'
import { sql } from 'kysely'
import { createPropertySeal } from '../../platform/auth/property-seal.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { type Adapter, findAdapter } from '../../runtime/look-ups/adapter.ts'
import { openGiven } from '../../runtime/look-ups/log/call-log.ts'
import { findExternal, type SecretContext } from './external.ts'
import { refuseIntegrator } from './policy.ts'

export interface StoredCall {
  readonly id: string
  readonly connection_id: string
  readonly adapter_id: string
  readonly at: Date
  readonly ms: number
  readonly origin: ExternalCallOrigin
  readonly outcome: ExternalCallOutcome
  readonly status: number | null
  readonly fault: string | null
  readonly request: string
  readonly request_bytes: number
  readonly answer: string | null
  readonly answer_bytes: number | null
  readonly given_sealed: Buffer | null
  readonly idempotency_key: string | null
  readonly replay_of: string | null
  readonly replayed_by: string | null
}

/** Finds a call in the log of a workplace. */
export async function findCall(tx: Tx, workplaceId: string, id: string): Promise<StoredCall | null> {
  if (!isUuid(id)) return null
  const [row] = await runSql<StoredCall>(
    tx,
    sql`select * from external_call where workplace_id = ${workplaceId} and id = ${id}`,
  )
  return row ?? null
}

export function noSuchCall(): Refusal {
  return refuse('thing.not-found', 'Expected a call of the log, but it does not exist. Old calls are removed.')
}

/** Finds the adapter of a call in the environment of the call; null when one of them was deleted. */
async function findAdapterOf(
  tx: Tx,
  workplaceId: string,
  { adapter_id: id, connection_id }: StoredCall,
): Promise<Adapter | null> {
  const { environment = null } = (await findExternal(tx, workplaceId, 'connection', connection_id)) ?? {}
  const adapter = await findAdapter(tx, workplaceId, { id }, environment ?? '')
  return environment === null || adapter?.connectionId === connection_id ? adapter : null
}

/**
 * Sends the values of a call again, with the present adapter and the same idempotency key, and in the environment of the
 * call: a test is not repeated with the real system. The answer is only logged: a waiting process continues by retrying
 * its incident.
 */
export async function replayCall(
  { db, runtime, secret }: SecretContext,
  request: Request,
  id: string,
): Promise<{ readonly fault: string | null; readonly ms: number } | Refusal> {
  const refusal = refuseIntegrator(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, user } = request
  const call = await db.read(request, (tx) => findCall(tx, workplaceId, id))
  if (call === null) return noSuchCall()
  const given = openGiven(createPropertySeal(secret), call.given_sealed)
  const adapter = await db.read(request, (tx) => findAdapterOf(tx, workplaceId, call))
  if (given === null || adapter === null)
    return refuse(
      'external.invalid',
      'Expected the values and the adapter of the call, but they are not available any more. Test the adapter with new values instead.',
    )
  if (adapter.disabled !== null)
    return refuse(
      'thing.disabled',
      `Expected an enabled adapter, but ${adapter.disabled} is disabled. Restore it first.`,
    )
  const startedAt = performance.now()
  const ms = () => Math.round(performance.now() - startedAt)
  try {
    const outcome = await runtime.lookUps.call(adapter, {
      ...given,
      idempotencyKey: call.idempotency_key,
      origin: 'replay',
      replay: { of: call.id, by: user.username },
    })
    return { ms: ms(), fault: outcome.failure?.message ?? null }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { ms: ms(), fault: error.message }
  } finally {
    // The one who replays it looks for it in the log next.
    await runtime.lookUps.flushLog()
  }
}
