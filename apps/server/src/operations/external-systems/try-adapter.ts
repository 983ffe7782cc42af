import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { findAdapter } from '../../runtime/look-ups/adapter.ts'
import type { Parameters } from '../../runtime/look-ups/parameters.ts'
import type { Rows } from '../../runtime/look-ups/read-rows.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { externalRecords } from './external-kinds.ts'
import { refuseIntegrator } from './policy.ts'

export interface TriedAdapter {
  readonly ms: number
  readonly answer: Rows
  /** The error as a sentence; null when the adapter answered. */
  readonly fault: string | null
}

/** Calls a saved adapter without the cache of earlier answers. */
export async function tryAdapter(
  { db, runtime }: OperationContext,
  request: Request,
  { id, parameters }: { readonly id: string; readonly parameters: Parameters },
): Promise<TriedAdapter | Refusal> {
  const refusal = refuseIntegrator(request.user)
  if (refusal !== null) return refusal
  const adapter = await db.read(request, (tx) => findAdapter(tx, request.workplaceId, { id }))
  if (adapter === null) return noSuch(externalRecords.adapter)
  if (adapter.disabled !== null)
    return refuse(
      'thing.disabled',
      `Expected an enabled adapter, but ${adapter.disabled} is disabled. Restore it first.`,
    )
  const startedAt = performance.now()
  const ms = () => Math.round(performance.now() - startedAt)
  try {
    const answer = await runtime.lookUps.ask(adapter, parameters, { isFresh: true })
    return { ms: ms(), answer, fault: null }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { ms: ms(), answer: { columns: [], rows: [], members: [] }, fault: error.message }
  }
}
