import type { RestrictedValues } from './find-restricted.ts'

/** Replaces the value of a restricted variable in a text. */
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
  let shown = text
  for (const value of texts) shown = replaceAll(shown, value)
  return shown
}

/** Comparisons for one text: about a tenth of a second. */
const maxWork = 50_000_000

/** Replaces a text everywhere; a number and a short text only where they are whole words: 5 is not in 15. */
function replaceAll(text: string, value: string): string {
  const isWord = value.length < 3 || !Number.isNaN(Number(value))
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
    if (isWord && (isWordAt(text, at - 1) || isWordAt(text, at + value.length))) continue
    parts.push(text.slice(from, at), restrictedMark)
    from = at + value.length
  }
  return from === 0 ? text : [...parts, text.slice(from)].join('')
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at] ?? '')
}
