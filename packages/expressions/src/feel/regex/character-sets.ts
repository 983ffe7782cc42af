import type { CharacterTest } from './pattern.ts'
import { PatternFault, type Reader } from './reader.ts'

export function not(test: CharacterTest): CharacterTest {
  return (code) => !test(code)
}

export function anyOf(tests: readonly CharacterTest[]): CharacterTest {
  const [only] = tests
  return only && tests.length === 1 ? only : (code) => tests.some((test) => test(code))
}

/** A range of characters; without regard to case, also those whose other case lies in it. */
export function between(from: number, to: number, ignoresCase: boolean): CharacterTest {
  const isIn: CharacterTest = (code) => code >= from && code <= to
  return ignoresCase ? (code) => isIn(code) || listCases(code).some(isIn) : isIn
}

/** The other writings of a letter, where they are one character. */
export function listCases(code: number): number[] {
  const text = String.fromCodePoint(code)
  return [text.toLowerCase(), text.toUpperCase()].flatMap((other) => {
    const point = other.codePointAt(0)
    return point !== undefined && String.fromCodePoint(point) === other ? [point] : []
  })
}

export const isDot: CharacterTest = (code) => code !== 10 && code !== 13
const isSpace: CharacterTest = (code) => code === 32 || code === 9 || code === 10 || code === 13

function unicode(property: string): CharacterTest {
  const regex = new RegExp(`^${property}$`, 'u')
  return (code) => regex.test(String.fromCodePoint(code))
}

const isNameStart = unicode('[\\p{L}_:]')
const isNamePart = unicode('[\\p{L}\\p{M}\\p{Nd}\\-._:\\u{B7}]')
const isDigit = unicode('\\p{Nd}')
export const isWord = unicode('[^\\p{P}\\p{Z}\\p{C}]')

/** The sets behind one letter (XML Schema, part 2, F.1.1). */
export const LETTER_SETS: Readonly<Record<string, CharacterTest>> = {
  s: isSpace,
  S: not(isSpace),
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  i: isNameStart,
  I: not(isNameStart),
  c: isNamePart,
  C: not(isNamePart),
}

/** What stands in the braces of `\p{…}`: a category, or a block or script after `Is`. */
export function readCategory(reader: Reader): CharacterTest {
  reader.expect('{')
  let name = ''
  while (!reader.accept('}')) name += reader.next()
  const known = categories.get(name) ?? createCategory(name)
  categories.set(name, known)
  return known
}

const categories = new Map<string, CharacterTest>()

function createCategory(name: string): CharacterTest {
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
