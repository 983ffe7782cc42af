import type { Request } from '../../platform/auth/request.ts'
import { endSessionsOf } from '../../platform/auth/session.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseAccount } from './policy.ts'

/** Ends all sessions of the signed-in user except the current one. @returns their number. */
export async function endOtherSessions(
  { db }: OperationContext,
  request: Request,
  current: string,
): Promise<number | Refusal> {
  const { user } = request
  const refusal = refuseAccount(user)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([endSessionsOf(user.workplaceId, user.id, current)]),
  )
  return rows?.length ?? 0
}
