import type { KnownVariable } from './list-variables.ts'

/** The completions of the word at a position of a text. */
export interface Completions {
  /** UTF-16 positions of the word that is being typed. */
  readonly from: number
  readonly to: number
  readonly found: readonly KnownVariable[]
}

/** How many are offered. */
const most = 8

/**
 * Returns the variables that complete the word before a position; none outside of an expression, within a quoted text,
 * and after a complete name.
 *
 * @param isAsked also suggests where no word has been started.
 */
export function findCompletions(
  text: string,
  place: number,
  variables: readonly KnownVariable[],
  isAsked = false,
): Completions | null {
  const before = text.slice(0, place)
  const inside = before.slice(beginOf(before))
  if (beginOf(before) < 0 || isQuoted(inside)) return null
  const ending = before.split(/[^\p{L}\p{N}_.]+/u).at(-1) ?? ''
  const word = /[\p{L}_].*/su.exec(ending)?.[0] ?? ''
  if (word === '' && !isAsked) return null
  // A number is no name, and neither is what stands behind it.
  if (/[\p{N}.]$/u.test(before.slice(0, before.length - word.length))) return null
  const prefix = word.toLowerCase()
  const meant = variables.filter(({ name }) => name.toLowerCase().startsWith(prefix) && name !== word)
  return meant.length === 0 ? null : { from: place - word.length, to: place, found: meant.slice(0, most) }
}

/** Where the expression around the end of a text begins; -1 when there is none. */
function beginOf(before: string): number {
  if (/^\s*=/.test(before)) return before.indexOf('=') + 1
  const begin = Math.max(before.lastIndexOf('${'), before.lastIndexOf('#{'))
  return begin < 0 || before.includes('}', begin) ? -1 : begin + 2
}

function isQuoted(inside: string): boolean {
  const quotes = inside.replaceAll(/\\./g, '').match(/["']/g) ?? []
  let open: string | null = null
  for (const quote of quotes) {
    if (open === null) open = quote
    else if (open === quote) open = null
  }
  return open !== null
}
