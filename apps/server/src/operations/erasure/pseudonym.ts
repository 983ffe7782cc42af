import { randomBytes } from 'node:crypto'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/**
 * Returns the text that replaces the name of a deleted or erased user in history and records, so that a later user of
 * that name gets nothing of the earlier one. Only the text for a deleted user still contains the name.
 */
export function createPseudonym(kind: 'deleted' | 'erased', username: string): string {
  const mark = randomBytes(6).toString('hex')
  return kind === 'erased' ? `erased-${mark}` : `${username} (deleted ${mark})`
}

/**
 * Refuses a user name in the form of a pseudonym of a deleted or erased user, because the new user would get the
 * history of that user. A constraint of the table `app_user` refuses it, too.
 */
export function refusePseudonym(username: string): Refusal | null {
  if (!isPseudonym(username)) return null
  const message = 'Choose another user name: names in this form replace those of deleted and erased users.'
  return refuse('thing.name-taken', message, [{ where: 'username', message }], 'user')
}

/** Returns whether a text can be one that replaces a user name. */
export function isPseudonym(username: string): boolean {
  return /^erased-[0-9a-f]{12}$/i.test(username) || /\(deleted [0-9a-f]{12}\)$/i.test(username)
}
