import type { Database } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { isCommonPassword, withoutEnds } from './common-passwords.ts'

/** Reads the minimum length of new passwords in a workplace. */
export async function readMinLength(db: Database, workplaceId: string): Promise<number> {
  return (await readSettings(db, workplaceId))['password.minimumLength']
}

/** The user whose password is checked. A password that consists of these names is easy to guess. */
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
  /** The current password; null when the caller does not need to enter it. */
  readonly currentPassword: string | null
}

/** Checks that a new password is hard to guess. Returns null if so, otherwise a refusal. */
export function refuseWeakPassword(candidate: Candidate): Refusal | null {
  const weakness = findWeakness(candidate)
  return weakness === null ? null : refuse('password.weak', weakness, [{ where: 'newPassword', message: weakness }])
}

const productName = 'millrace'
const fewestDifferent = 4

interface Rule {
  readonly name: 'length' | 'new' | 'username' | 'characters' | 'common' | 'userData'
  readonly isBroken: (candidate: Candidate) => boolean
  readonly message: (candidate: Candidate) => string
}

/** Length is what counts; of other rules only those that a guess would begin with. */
const rules: readonly Rule[] = [
  {
    name: 'length',
    isBroken: ({ newPassword, least }) => newPassword.length < least,
    message: ({ newPassword, least }) => `Expected at least ${least} characters, but there are ${newPassword.length}.`,
  },
  {
    name: 'new',
    isBroken: ({ newPassword, currentPassword }) => newPassword === currentPassword,
    message: () => 'Expected a password that is different from the current one.',
  },
  {
    name: 'username',
    isBroken: ({ newPassword, owner }) => isBarelyMoreThan(owner.username.toLowerCase(), newPassword.toLowerCase()),
    message: () =>
      'Expected a password that is different from your user name, but it has at most two other characters.',
  },
  {
    name: 'characters',
    isBroken: ({ newPassword }) => new Set(newPassword).size < fewestDifferent,
    message: () => 'Expected more than three different characters.',
  },
  {
    name: 'common',
    isBroken: ({ newPassword }) => isCommonPassword(newPassword),
    message: () => 'Expected an uncommon password, but many people use this one.',
  },
  {
    name: 'userData',
    isBroken: ({ newPassword, owner }) => isMadeOfNames(newPassword.toLowerCase(), owner),
    message: () => 'Expected a password that is not your name, your email address or the name of this product.',
  },
]

function findWeakness(candidate: Candidate): string | null {
  return rules.find(({ isBroken }) => isBroken(candidate))?.message(candidate) ?? null
}

/** Returns the names of the rules that a password breaks. */
export function listBrokenRules(candidate: Candidate): ReadonlySet<Rule['name']> {
  return new Set(rules.filter(({ isBroken }) => isBroken(candidate)).map(({ name }) => name))
}

/**
 * Returns whether a password is little more than the user name. A longer rest is the choice of the user, because a user
 * name can be one letter.
 */
function isBarelyMoreThan(username: string, password: string): boolean {
  if (username === '') return false
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
