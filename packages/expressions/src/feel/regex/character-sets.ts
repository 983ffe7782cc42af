import type { CharacterSet, CharacterTest } from './pattern.ts'
import { PatternFault, type Reader } from './reader.ts'
import { UNICODE_BLOCKS } from './unicode-blocks.ts'

export function not({ test, weight }: CharacterSet): CharacterSet {
  return { test: (code) => !test(code), weight }
}

export function anyOf(sets: readonly CharacterSet[]): CharacterSet {
  const [only] = sets
  if (only && sets.length === 1) return only
  return { test: (code) => sets.some(({ test }) => test(code)), weight: sets.reduce((sum, one) => sum + one.weight, 0) }
}

export function plainSet(test: CharacterTest): CharacterSet {
  return { test, weight: 1 }
}

/** The cost of a case-insensitive comparison, which creates texts. */
export const CASE_WEIGHT = 16

/**
 * Returns the set of a range of characters; case-insensitive sets include characters whose other case is in the range.
 */
export function between(from: number, to: number, ignoresCase: boolean): CharacterSet {
  const isIn: CharacterTest = (code) => code >= from && code <= to
  if (!ignoresCase) return plainSet(isIn)
  return { test: (code) => isIn(code) || listCases(code).some(isIn), weight: CASE_WEIGHT }
}

/** Lists the upper-case and lower-case variants of a letter that consist of one character. */
export function listCases(code: number): number[] {
  const text = String.fromCodePoint(code)
  return [text.toLowerCase(), text.toUpperCase()].flatMap((other) => {
    const point = other.codePointAt(0)
    return point !== undefined && String.fromCodePoint(point) === other ? [point] : []
  })
}

export const dot = plainSet((code) => code !== 10 && code !== 13)
export const anyCharacter = plainSet(() => true)
const space = plainSet((code) => code === 32 || code === 9 || code === 10 || code === 13)

function unicode(property: string): CharacterSet {
  const regex = new RegExp(`^${property}$`, 'u')
  return { test: (code) => regex.test(String.fromCodePoint(code)), weight: 8 }
}

const nameStart = unicode('[\\p{L}_:]')
const namePart = unicode('[\\p{L}\\p{M}\\p{Nd}\\-._:\\u{B7}]')
const digit = unicode('\\p{Nd}')
const word = unicode('[^\\p{P}\\p{Z}\\p{C}]')
export const isWord = word.test

/** The character sets of escapes with one letter (XML Schema, part 2, F.1.1). */
export const LETTER_SETS: Readonly<Record<string, CharacterSet>> = {
  s: space,
  S: not(space),
  d: digit,
  D: not(digit),
  w: word,
  W: not(word),
  i: nameStart,
  I: not(nameStart),
  c: namePart,
  C: not(namePart),
}

/** Reads the braces of `\p{…}`: a category, or a block or script after `Is`. */
export function readCategory(reader: Reader): CharacterSet {
  reader.expect('{')
  let name = ''
  while (!reader.accept('}')) name += reader.next()
  const known = categories.get(name) ?? createCategory(name)
  categories.set(name, known)
  return known
}

const categories = new Map<string, CharacterSet>()

function createCategory(name: string): CharacterSet {
  if (/^(L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/.test(name)) return unicode(`\\p{${name}}`)
  const block = name.startsWith('Is') ? name.slice(2) : null
  const bounds = block === null || !Object.hasOwn(UNICODE_BLOCKS, block) ? undefined : UNICODE_BLOCKS[block]
  if (bounds) return between(bounds[0], bounds[1], false)
  try {
    return unicode(`\\p{Script=${block ?? name}}`)
  } catch {
    throw new PatternFault(`Expected a category or block of Unicode, but “${name}” is none.`)
  }
}
