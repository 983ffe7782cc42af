import type { Request } from '../../platform/auth/request.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { checkOwnPassword, type OwnPassword } from '../accounts/check-own-password.ts'
import type { FactorContext } from './factor-context.ts'
import { giveRecoveryCodes, lockOwner } from './new-factor.ts'
import { noSuchFactor } from './policy.ts'

/** Creates recovery codes of the caller, who proves the current password. All earlier codes are no longer valid. */
export async function renewRecoveryCodes(
  context: FactorContext,
  request: Request,
  password: OwnPassword,
): Promise<{ readonly recoveryCodes: string[] } | Refusal | TooMany> {
  const verified = await checkOwnPassword(context, request, password)
  if (isTooMany(verified) || verified instanceof Refusal) return verified
  const { workplaceId, user } = request
  return context.db.withTransaction(actorOf(request), async (tx) => {
    await lockOwner(tx, user)
    const [factor] = await tx.query(
      kysely
        .selectFrom('second_factor')
        .select('id')
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', user.id)
        .limit(1),
    )
    if (factor === undefined) return noSuchFactor()
    return { recoveryCodes: await giveRecoveryCodes(tx, context, user) }
  })
}
