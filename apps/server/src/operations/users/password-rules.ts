import type { Database } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

/** Least characters of a new password in a workplace. */
export async function readLeastLength(db: Database, workplaceId: string): Promise<number> {
  return (await readSettings(db, workplaceId))['password.minimumLength']
}

export interface Candidate {
  /** Least characters. */
  readonly least: number
  readonly username: string
  readonly newPassword: string
  /** Null where nobody asks for it. */
  readonly currentPassword: string | null
}

/** What is wrong with a new password, whoever gives it to whom; null when it is good. */
export function refuseWeakPassword(candidate: Candidate): Refusal | null {
  const weakness = findWeakness(candidate)
  return weakness === null ? null : refuse('password.weak', weakness, [{ where: 'newPassword', message: weakness }])
}

/** Length is what counts; of other rules only those that a guess would begin with. */
function findWeakness({ newPassword, currentPassword, username, least }: Candidate): string | null {
  if (newPassword.length < least) return `Expected at least ${least} characters, but there are ${newPassword.length}.`
  if (newPassword === currentPassword) return 'Expected another password, but it is the same as before.'
  if (isBarelyMoreThan(username.toLowerCase(), newPassword.toLowerCase()))
    return 'Expected a password that is more than your user name, but there are at most two characters besides it.'
  if (new Set(newPassword).size < 4) return 'Expected more than three different characters.'
  return null
}

/** A longer rest is for whoever gives the password to choose: a user name may be one letter, which most words have in them. */
function isBarelyMoreThan(username: string, password: string): boolean {
  return password.includes(username) && password.replace(username, '').length <= 2
}
