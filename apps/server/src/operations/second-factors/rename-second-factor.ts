import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { refuseAccount } from '../accounts/policy.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchFactor } from './policy.ts'

/** Renames a second factor of the caller. Returns null on success, otherwise a refusal. */
export async function renameSecondFactor(
  { db }: OperationContext,
  request: Request,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Refusal | null> {
  const refusal = refuseAccount(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noSuchFactor()
  const [row] = await db.withTransaction(actorOf(request), (tx) =>
    tx.query(
      kysely
        .updateTable('second_factor')
        .set({ name })
        .where('workplace_id', '=', request.workplaceId)
        .where('user_id', '=', request.user.id)
        .where('id', '=', id)
        .returning('id'),
    ),
  )
  return row === undefined ? noSuchFactor() : null
}
