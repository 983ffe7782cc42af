import type { Request } from '../../platform/auth/request.ts'
import { isRequired } from '../../platform/auth/second-factor/needs-second-factor.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { checkOwnPassword, type OwnPassword } from '../accounts/check-own-password.ts'
import type { OperationContext } from '../operation-context.ts'
import { lockOwner } from './new-factor.ts'
import { notifyFactorOwner } from './notify-owner.ts'
import { noSuchFactor, requiredFactor } from './policy.ts'

/**
 * Removes a second factor of the caller, who proves the current password. Removing the last factor deletes the recovery
 * codes too. Refuses with `second-factor.required` for the last one of a user whose roles need one.
 */
export async function removeSecondFactor(
  context: OperationContext,
  request: Request,
  { id, ...password }: OwnPassword & { readonly id: string },
): Promise<Refusal | TooMany | null> {
  const verified = await checkOwnPassword(context, request, password)
  if (isTooMany(verified) || verified instanceof Refusal) return verified
  if (!isUuid(id)) return noSuchFactor()
  const { workplaceId, user } = request
  const done = await context.db.withTransaction(actorOf(request), async (tx) => {
    await lockOwner(tx, user)
    const factors = await tx.query(
      kysely
        .selectFrom('second_factor')
        .select(['id', 'name'])
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', user.id),
    )
    const removed = factors.find((factor) => factor.id === id)
    if (removed === undefined) return noSuchFactor()
    const isLast = factors.length === 1
    if (isLast && (await isRequired(tx, user))) return requiredFactor()
    await tx.query(kysely.deleteFrom('second_factor').where('workplace_id', '=', workplaceId).where('id', '=', id))
    if (isLast)
      await tx.query(
        kysely.deleteFrom('recovery_codes').where('workplace_id', '=', workplaceId).where('user_id', '=', user.id),
      )
    await notifyFactorOwner(context, tx, user, { kind: 'removed', name: removed.name })
    return null
  })
  if (done === null) context.runtime.announceJobs()
  return done
}
