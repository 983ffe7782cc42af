import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { deleteCalendar } from './calendar-queries.ts'
import { refuseCalendar } from './policy.ts'

/** Removes a calendar. Returns null on success, otherwise a refusal. */
export async function removeCalendar(
  { db }: OperationContext,
  request: Request,
  name: string,
): Promise<Refusal | null> {
  const refusal = refuseCalendar(request.user)
  if (refusal !== null) return refusal
  const isGone = await db.withTransaction(actorOf(request), (tx) => deleteCalendar(tx, request.workplaceId, name))
  return isGone ? null : refuse('thing.not-found', `Expected a calendar “${name}”, but there is none.`)
}
