import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { deleteBinding } from './binding-queries.ts'
import { refuseBinding } from './policy.ts'

/** Deletes the binding of a name. Returns null on success, otherwise a refusal. */
export async function removeBinding({ db }: OperationContext, request: Request, name: string): Promise<Refusal | null> {
  const refusal = refuseBinding(request.user)
  if (refusal !== null) return refusal
  const isGone = await db.withTransaction(actorOf(request), (tx) => deleteBinding(tx, request.workplaceId, name))
  return isGone ? null : refuse('thing.not-found', `Expected a binding of “${name}”, but there is none.`)
}
