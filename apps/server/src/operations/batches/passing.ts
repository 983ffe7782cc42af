import type { Request } from '../../platform/auth/request.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'

/** Marks an item as done when it needed no change, or when several commits have changed it. */
export async function passOver(
  { db }: OperationContext,
  request: Request,
  { alongside = [] }: CommitExtras,
): Promise<null> {
  if (alongside.length > 0) await db.withTransaction(actorOf(request), (tx) => tx.commit(alongside))
  return null
}
