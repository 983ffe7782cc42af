import type { Database } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

export interface Candidate {
  readonly workplaceId: string
  readonly username: string
  readonly newPassword: string
  /** Null where nobody asks for it. */
  readonly currentPassword: string | null
}

/** What is wrong with a new password, whoever gives it to whom; null when it is good. */
export async function refuseWeakPassword(db: Database, candidate: Candidate): Promise<Refusal | null> {
  const settings = await readSettings(db, candidate.workplaceId)
  const weakness = findWeakness(candidate, settings['password.minimumLength'])
  return weakness === null ? null : refuse('password.weak', weakness, [{ where: 'newPassword', message: weakness }])
}

/** Length is what counts; of other rules only those that a guess would begin with. */
function findWeakness({ newPassword, currentPassword, username }: Candidate, least: number): string | null {
  if (newPassword.length < least) return `Expected at least ${least} characters, but there are ${newPassword.length}.`
  if (newPassword === currentPassword) return 'Expected another password, but it is the same as before.'
  if (newPassword.toLowerCase().includes(username.toLowerCase()))
    return 'Expected a password without your user name in it.'
  if (new Set(newPassword).size < 4) return 'Expected more than three different characters.'
  return null
}
