import type { AnswerOf, secondFactorCalls } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { isRequired } from '../../platform/auth/second-factor/needs-second-factor.ts'
import type { AuthContext } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { refuseAccount } from '../accounts/policy.ts'

/** Returns the second factors of the caller, in the order in which they were added. */
export async function listSecondFactors(
  { db }: AuthContext,
  request: Request,
): Promise<AnswerOf<typeof secondFactorCalls.list> | Refusal> {
  const refusal = refuseAccount(request.user)
  if (refusal instanceof Refusal) return refusal
  const { workplaceId, id } = request.user
  return db.read(request, async (tx) => {
    const [users, factors, codes] = await tx.queries(
      kysely
        .selectFrom('app_user')
        .select(['password_hash', 'directory_id'])
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', id),
      kysely
        .selectFrom('second_factor')
        .select(['id', 'kind', 'name', 'created_at', 'last_used_at'])
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', id)
        .orderBy('created_at')
        .orderBy('id'),
      kysely
        .selectFrom('recovery_codes')
        .select('hashes')
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', id),
    )
    return {
      hasPassword: users[0]?.password_hash != null || users[0]?.directory_id != null,
      isRequired: await isRequired(tx, request.user),
      factors: factors.map((row) => ({
        id: row.id,
        kind: row.kind === 'totp' ? ('totp' as const) : ('passkey' as const),
        name: row.name,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      })),
      recoveryCodesLeft: codes[0]?.hashes.length ?? 0,
    }
  })
}
