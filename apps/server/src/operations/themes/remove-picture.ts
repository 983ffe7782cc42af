import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseTheme } from './policy.ts'
import type { PictureKind } from './read-picture.ts'

/**
 * Removes a picture of the workplace, so that the built-in one is used. Returns null on success, otherwise a refusal.
 */
export async function removePicture(
  { db }: OperationContext,
  request: Request,
  kind: PictureKind,
): Promise<Refusal | null> {
  const refusal = refuseTheme(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  await db.withTransaction(actorOf(request), (tx) =>
    tx.query(kysely.deleteFrom('site_picture').where('workplace_id', '=', workplaceId).where('kind', '=', kind)),
  )
  return null
}
