import type { RestrictedValues } from './find-restricted.ts'

/** The text that replaces the value of a restricted variable in other texts. */
export const restrictedMark = '[restricted]'

/**
 * Returns data of a failure without the values of restricted variables: in each text, and everything under the name of
 * a restricted variable.
 */
export function hideValues<T>(data: T, values: RestrictedValues): T
export function hideValues(data: unknown, values: RestrictedValues): unknown {
  if (typeof data === 'string') return hideInText(data, values.texts)
  if (Array.isArray(data)) return data.map((item) => hideValues(item, values))
  if (typeof data !== 'object' || data === null || data instanceof Uint8Array || data instanceof Date) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, item]) => [name, values.isName(name) ? restrictedMark : hideValues(item, values)]),
  )
}

function hideInText(text: string, texts: RestrictedValues['texts']): string {
  if (texts === null || texts.length * text.length > maxWork) return restrictedMark
  // Null is a replaced value: no other value is searched for in the text that replaces it.
  let parts: (string | null)[] = [text]
  for (const value of texts) parts = parts.flatMap((part) => (part === null ? [null] : splitAt(part, value)))
  return parts.map((part) => part ?? restrictedMark).join('')
}

/** Comparisons for one text: about a tenth of a second. */
const maxWork = 50_000_000

/** Puts null for a value everywhere in a text; for a number and a short text only as a whole word: 5 is not in 15. */
function splitAt(text: string, value: string): (string | null)[] {
  const isWord = value.length < 3 || !Number.isNaN(Number(value))
  const parts: (string | null)[] = []
  let from = 0
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
    if (isWord && (isWordAt(text, at - 1) || isWordAt(text, at + value.length))) continue
    parts.push(text.slice(from, at), null)
    from = at + value.length
  }
  return [...parts, text.slice(from)]
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at] ?? '')
}
