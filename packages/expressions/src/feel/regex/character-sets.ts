import type { CharacterSet, CharacterTest } from './pattern.ts'
import { PatternFault, type Reader } from './reader.ts'

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
  const bounds = block === null || !Object.hasOwn(BLOCKS, block) ? undefined : BLOCKS[block]
  if (bounds) return between(bounds[0], bounds[1], false)
  try {
    return unicode(`\\p{Script=${block ?? name}}`)
  } catch {
    throw new PatternFault(`Expected a category or block of Unicode, but “${name}” is none.`)
  }
}

/** Blocks whose names are no names of scripts, or whose bounds differ from the script. */
const BLOCKS: Readonly<Record<string, readonly [number, number]>> = {
  BasicLatin: [0x0, 0x7f],
  'Latin-1Supplement': [0x80, 0xff],
  'LatinExtended-A': [0x100, 0x17f],
  'LatinExtended-B': [0x180, 0x24f],
  IPAExtensions: [0x250, 0x2af],
  SpacingModifierLetters: [0x2b0, 0x2ff],
  CombiningDiacriticalMarks: [0x300, 0x36f],
  Greek: [0x370, 0x3ff],
  GreekandCoptic: [0x370, 0x3ff],
  Cyrillic: [0x400, 0x4ff],
  Armenian: [0x530, 0x58f],
  Hebrew: [0x590, 0x5ff],
  Arabic: [0x600, 0x6ff],
  Devanagari: [0x900, 0x97f],
  Thai: [0xe00, 0xe7f],
  HangulJamo: [0x1100, 0x11ff],
  LatinExtendedAdditional: [0x1e00, 0x1eff],
  GreekExtended: [0x1f00, 0x1fff],
  GeneralPunctuation: [0x2000, 0x206f],
  SuperscriptsandSubscripts: [0x2070, 0x209f],
  CurrencySymbols: [0x20a0, 0x20cf],
  LetterlikeSymbols: [0x2100, 0x214f],
  NumberForms: [0x2150, 0x218f],
  Arrows: [0x2190, 0x21ff],
  MathematicalOperators: [0x2200, 0x22ff],
  BoxDrawing: [0x2500, 0x257f],
  Dingbats: [0x2700, 0x27bf],
  CJKSymbolsandPunctuation: [0x3000, 0x303f],
  Hiragana: [0x3040, 0x309f],
  Katakana: [0x30a0, 0x30ff],
  CJKUnifiedIdeographs: [0x4e00, 0x9fff],
  HangulSyllables: [0xac00, 0xd7a3],
  PrivateUse: [0xe000, 0xf8ff],
}
