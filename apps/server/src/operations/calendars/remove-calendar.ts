import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { deleteCalendar } from './calendar-queries.ts'
import { refuseCalendar } from './policy.ts'

/** Removes a calendar. Null when it is done. */
export async function removeCalendar({ db }: OperationContext, user: User, name: string): Promise<Refusal | null> {
  const refusal = refuseCalendar(user)
  if (refusal !== null) return refusal
  const isGone = await db.withTransaction(actorOf(user), (tx) => deleteCalendar(tx, user.workplaceId, name))
  return isGone ? null : refuse('thing.not-found', `Expected a calendar “${name}”, but there is none.`)
}
