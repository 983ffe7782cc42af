import { limits } from '@millrace/contract'

/** A subject as it is sent: one line, and no longer than one that somebody may write. */
export function writeSubject(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const signs = [...line]
  return signs.length > limits.mailSubject ? `${signs.slice(0, limits.mailSubject - 1).join('')}…` : line
}
