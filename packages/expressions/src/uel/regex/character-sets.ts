import { Fault } from '../environment.ts'
import type { CharacterTest } from './regex-syntax.ts'

export const isDigit: CharacterTest = (code) => code >= 48 && code <= 57
export const isWord: CharacterTest = (code) => isDigit(code) || isLetter(code) || code === 95
export const isSpace: CharacterTest = (code) => code === 32 || (code >= 9 && code <= 13)
export const isHorizontalSpace: CharacterTest = (code) => code === 32 || code === 9 || code === 0xa0 || code === 0x3000
export const isLineEnd: CharacterTest = (code) =>
  code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029

export function not(test: CharacterTest): CharacterTest {
  return (code) => !test(code)
}

export function oneOf(tests: readonly CharacterTest[]): CharacterTest {
  return (code) => tests.some((test) => test(code))
}

export function range(from: number, to: number, ignoresCase: boolean): CharacterTest {
  const isIn: CharacterTest = (code) => code >= from && code <= to
  if (!ignoresCase) return isIn
  return (code) => isIn(code) || isIn(swapCase(code))
}

/** Returns the set of a Java or POSIX class in `\p{…}`; other names are looked up in Unicode. */
export function namedSet(name: string): CharacterTest {
  const known = Object.hasOwn(posixSets, name) ? posixSets[name] : undefined
  if (known !== undefined) return known
  const unicode = javaNames.get(name) ?? name.replace(/^Is|^script=|^sc=|^general_category=|^gc=/i, '')
  for (const property of [unicode, `Script=${unicode}`]) {
    const pattern = compileProperty(property)
    if (pattern !== undefined) return (code) => pattern.test(String.fromCodePoint(code))
  }
  throw new Fault(`Expected a class of characters, but \\p{${name}} is none.`)
}

const isUpper: CharacterTest = (code) => code >= 65 && code <= 90
const isLower: CharacterTest = (code) => code >= 97 && code <= 122
const isLetter: CharacterTest = (code) => isUpper(code) || isLower(code)
const isVisible: CharacterTest = (code) => code > 32 && code < 127

const posixSets: Readonly<Record<string, CharacterTest>> = {
  Lower: isLower,
  Upper: isUpper,
  ASCII: (code) => code < 128,
  Alpha: isLetter,
  Digit: isDigit,
  Alnum: (code) => isLetter(code) || isDigit(code),
  Punct: (code) => isVisible(code) && !isLetter(code) && !isDigit(code),
  Graph: isVisible,
  Print: (code) => isVisible(code) || code === 32,
  Blank: (code) => code === 32 || code === 9,
  Cntrl: (code) => code < 32 || code === 127,
  XDigit: (code) => isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102),
  Space: isSpace,
}

const javaNames: ReadonlyMap<string, string> = new Map([
  ['javaLowerCase', 'Lowercase'],
  ['javaUpperCase', 'Uppercase'],
  ['javaWhitespace', 'White_Space'],
  ['IsWhite_Space', 'White_Space'],
])

/** One code point is tested at a time, so this pattern cannot run long. */
function compileProperty(property: string): RegExp | undefined {
  try {
    return new RegExp(`^\\p{${property}}$`, 'u')
  } catch {
    return undefined
  }
}

function swapCase(code: number): number {
  const character = String.fromCodePoint(code)
  const upper = character.toUpperCase()
  const other = upper === character ? character.toLowerCase() : upper
  return [...other].length === 1 ? other.codePointAt(0)! : code
}
