import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { deleteBinding } from './binding-queries.ts'
import { refuseBinding } from './policy.ts'

/** From now on nothing stands for the name. Null when it is done. */
export async function removeBinding({ db }: OperationContext, user: User, name: string): Promise<Refusal | null> {
  const refusal = refuseBinding(user)
  if (refusal !== null) return refusal
  const isGone = await db.withTransaction(actorOf(user), (tx) => deleteBinding(tx, user.workplaceId, name))
  return isGone ? null : refuse('thing.not-found', `Expected a binding of “${name}”, but there is none.`)
}
