import type { Verified } from '../../platform/auth/check-credentials.ts'
import { hashPassword } from '../../platform/auth/password.ts'
import type { AuthContext } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

export interface NewPassword {
  /** The account, with the password that was checked just now. */
  readonly verified: Verified
  readonly currentPassword: string
  readonly newPassword: string
  /** The session that goes on; all others of the user end. */
  readonly keepSession: string | null
  /** As `Actor` has it. */
  readonly cause: string
}

/** Gives a user a new password. Refused when it is too easy to guess, or another change was faster. */
export async function setPassword(
  { db, clock }: AuthContext,
  { verified, currentPassword, newPassword, keepSession, cause }: NewPassword,
): Promise<Refusal | null> {
  const { user, passwordHash } = verified
  const { workplaceId } = user
  const settings = await readSettings(db, workplaceId)
  const weakness = findWeakness({
    newPassword,
    currentPassword,
    username: user.username,
    least: settings['password.minimumLength'],
  })
  if (weakness !== null) return refuse('password.weak', weakness, [{ where: 'newPassword', message: weakness }])
  const hash = await hashPassword(newPassword)
  const [changed] = await db.withTransaction({ workplaceId, userId: user.username, cause }, (tx) =>
    tx.commit([
      {
        name: 'user_set_password',
        text: `update app_user set password_hash = $3, must_change_password = false, updated_at = $5, updated_by = username
          where workplace_id = $1 and id = $2 and password_hash = $4 returning id`,
        values: [workplaceId, user.id, hash, passwordHash, clock().toISOString()],
      },
      {
        name: 'session_end_others',
        text: 'delete from session where workplace_id = $1 and user_id = $2 and id is distinct from $3::uuid',
        values: [workplaceId, user.id, keepSession],
      },
    ]),
  )
  return changed?.[0] === undefined
    ? refuse('password.wrong', 'Expected the current password, but it was changed just now. Sign in again.')
    : null
}

interface Candidate {
  readonly newPassword: string
  readonly currentPassword: string
  readonly username: string
  readonly least: number
}

/** Length is what counts; of other rules only those that a guess would begin with. */
function findWeakness({ newPassword, currentPassword, username, least }: Candidate): string | null {
  if (newPassword.length < least) return `Expected at least ${least} characters, but there are ${newPassword.length}.`
  if (newPassword === currentPassword) return 'Expected another password, but it is the same as before.'
  if (newPassword.toLowerCase().includes(username.toLowerCase()))
    return 'Expected a password without your user name in it.'
  if (new Set(newPassword).size < 4) return 'Expected more than three different characters.'
  return null
}
