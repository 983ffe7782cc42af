import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { dropDraftStatement } from '../../runtime/forms/drafts.ts'
import type { OperationContext } from '../operation-context.ts'
import { type DraftPlace, findDraftKey, refuseAnyDraft } from './draft-place.ts'

/** Deletes a draft of the user. Returns null on success or when there was none, otherwise a refusal. */
export async function discardDraft(
  { db }: OperationContext,
  request: Request,
  place: DraftPlace,
): Promise<Refusal | null> {
  const refusal = refuseAnyDraft(request.user, place)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    const key = await findDraftKey(tx, request.user, place)
    if (key instanceof Refusal) return key
    await tx.commit([dropDraftStatement(key)])
    return null
  })
}
