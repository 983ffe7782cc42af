import { verifyPassword } from '../../platform/auth/password.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { findSettings } from '../../platform/settings/read-settings.ts'

export interface ReusedPassword {
  readonly user: Pick<Person, 'id' | 'workplaceId'>
  /** The hash of the current password; null where there is none. */
  readonly passwordHash: string | null
  readonly newPassword: string
}

/**
 * Checks that a user does not choose one of their last passwords again, as many as the setting `password.history`
 * names. Only for passwords that users choose for themselves, because the answer reveals earlier passwords.
 */
export async function refuseEarlierPassword(
  db: Database,
  { user: { workplaceId, id }, passwordHash, newPassword }: ReusedPassword,
): Promise<Refusal | null> {
  const { most, hashes } = await db.read({ workplaceId }, async (tx) => {
    const most = (await findSettings(tx))['password.history']
    const rows = await tx.query(
      kysely
        .selectFrom('earlier_password')
        .select('password_hash')
        .where('workplace_id', '=', workplaceId)
        .where('user_id', '=', id)
        .orderBy('replaced_at', 'desc')
        .limit(Math.max(most - 1, 0)),
    )
    return { most, hashes: [...(passwordHash === null ? [] : [passwordHash]), ...rows.map((row) => row.password_hash)] }
  })
  if (most === 0) return null
  for (const hash of hashes.slice(0, most))
    if (await verifyPassword(newPassword, hash)) {
      const message = `Expected a password that is not one of your last ${most}.`
      return refuse('password.weak', message, [{ where: 'newPassword', message }])
    }
  return null
}
