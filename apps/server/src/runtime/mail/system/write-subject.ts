import { limits } from '@millrace/contract'

/** Returns a subject as it is sent: one line, with a limited length. */
export function writeSubject(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim()
  const signs = [...line]
  return signs.length > limits.mailSubject ? `${signs.slice(0, limits.mailSubject - 1).join('')}…` : line
}
