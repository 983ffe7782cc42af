import type { Database } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { isCommonPassword, withoutEnds } from './common-passwords.ts'

/** Reads the minimum length of new passwords in a workplace. */
export async function readLeastLength(db: Database, workplaceId: string): Promise<number> {
  return (await readSettings(db, workplaceId))['password.minimumLength']
}

/** The names of the owner of a password, which guesses begin with. */
export interface PasswordOwner {
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
}

export interface Candidate {
  /** Minimum length. */
  readonly least: number
  readonly owner: PasswordOwner
  readonly newPassword: string
  /** Null where nobody asks for it. */
  readonly currentPassword: string | null
}

/** Checks that a new password is hard to guess. Returns null if so, otherwise a refusal. */
export function refuseWeakPassword(candidate: Candidate): Refusal | null {
  const weakness = findWeakness(candidate)
  return weakness === null ? null : refuse('password.weak', weakness, [{ where: 'newPassword', message: weakness }])
}

const productName = 'millrace'

/** Length is what counts; of other rules only those that a guess would begin with. */
function findWeakness({ newPassword, currentPassword, owner, least }: Candidate): string | null {
  if (newPassword.length < least) return `Expected at least ${least} characters, but there are ${newPassword.length}.`
  if (newPassword === currentPassword) return 'Expected a new password, but it is the same as the current one.'
  const password = newPassword.toLowerCase()
  if (isBarelyMoreThan(owner.username.toLowerCase(), password))
    return 'Expected a password that is different from your user name, but it has at most two other characters.'
  if (new Set(newPassword).size < 4) return 'Expected more than three different characters.'
  if (isCommonPassword(newPassword)) return 'Expected an uncommon password, but many people use this one.'
  if (isMadeOfNames(password, owner))
    return 'Expected a password that is not your name, your email address or the name of this product.'
  return null
}

/**
 * A longer rest is for whoever gives the password to choose: a user name may be one letter, which most words have in
 * them.
 */
function isBarelyMoreThan(username: string, password: string): boolean {
  return password.includes(username) && password.replace(username, '').length <= 2
}

/** Names of fewer characters are in too many words. */
const shortestName = 3

/**
 * Returns whether nothing but a few signs, a date or a common word is left of a password without the names of its
 * owner.
 */
function isMadeOfNames(password: string, { username, firstName, lastName, email }: PasswordOwner): boolean {
  const texts = [username, firstName, lastName, email, productName].map((text) => text?.toLowerCase() ?? '')
  const names = [...texts, ...texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))]
    .filter(({ length }) => length >= shortestName)
    // The longest first: “anna.long” before “anna”.
    .toSorted((one, other) => other.length - one.length)
  const rest = names.reduce((left, name) => left.replaceAll(name, ' '), password)
  if (!rest.includes(' ') || rest === password) return false
  const signs = rest.replaceAll(/[^\p{L}\p{N}]/gu, '')
  // Two letters set off by a sign are what engines that people come from have taken: “pw-kermit”.
  if (/^\p{L}{2}$/u.test(signs) && /[^\p{L}\p{N}\s]/u.test(rest)) return false
  // A word with digits and signs between is what engines that people come from have taken: “kermit-Pass-1”.
  const isWords = /^\p{L}+$/u.test(password) && isCommonPassword(signs)
  return signs.length <= 2 || /^\d{0,8}$/.test(signs) || withoutEnds(signs).length <= 2 || isWords
}
