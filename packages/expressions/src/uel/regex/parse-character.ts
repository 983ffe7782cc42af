import { isDigit, isHorizontalSpace, isSpace, isWord, namedSet, not, oneOf, range } from './character-sets.ts'
import { accept, expect, fault, looksAt, maximumDepth, peek, type Reader, take } from './regex-reader.ts'
import type { CharacterTest } from './regex-syntax.ts'

const escapedSets: Readonly<Record<string, CharacterTest>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
  h: isHorizontalSpace,
  H: not(isHorizontalSpace),
}

const escapedCodes: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, f: 12, a: 7, e: 27 }

/** Parses what follows a backslash: the code of a character, or a set. */
export function parseEscapedCharacter(reader: Reader): number | CharacterTest {
  const letter = take(reader)
  if (Object.hasOwn(escapedSets, letter)) return escapedSets[letter]!
  if (Object.hasOwn(escapedCodes, letter)) return escapedCodes[letter]!
  if (letter === 'p' || letter === 'P') {
    const set = namedSet(parsePropertyName(reader))
    return letter === 'p' ? set : not(set)
  }
  if (letter === 'x') return accept(reader, '{') ? parseHex(reader, '}') : parseHex(reader, 2)
  if (letter === 'u') return parseHex(reader, 4)
  if (letter === '0') return parseOctal(reader)
  if (/[A-Za-z]/.test(letter)) throw fault(reader, `\\${letter}`)
  return letter.codePointAt(0)!
}

function parsePropertyName(reader: Reader): string {
  if (!accept(reader, '{')) return take(reader)
  let name = ''
  while (!accept(reader, '}')) name += take(reader)
  return name
}

function parseHex(reader: Reader, until: number | string): number {
  let digits = ''
  if (typeof until === 'number') while (digits.length < until) digits += take(reader)
  else while (!accept(reader, until)) digits += take(reader)
  const code = /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN
  if (Number.isNaN(code) || code > 0x10ffff) throw fault(reader, `the code ${digits}`)
  return code
}

function parseOctal(reader: Reader): number {
  let digits = ''
  while (digits.length < 3 && /[0-7]/.test(peek(reader))) digits += take(reader)
  if (digits === '') throw fault(reader, '\\0 without digits')
  return Number.parseInt(digits, 8)
}

/** Parses a character class in brackets: ranges, escapes, nested sets, and intersections such as `[a-z&&[^aeiou]]`. */
export function parseClass(reader: Reader): CharacterTest {
  reader.depth += 1
  if (reader.depth > maximumDepth) throw fault(reader, 'too deep nesting')
  const isNegated = accept(reader, '^')
  const all: CharacterTest[] = []
  let own: CharacterTest[] = []
  let isFirst = true
  let parts = 0
  while (isFirst || !accept(reader, ']')) {
    isFirst = false
    parts += 1
    if (accept(reader, '&&')) {
      all.push(oneOf(own))
      own = []
    } else {
      own.push(accept(reader, '[') ? parseClass(reader) : parseClassItem(reader))
    }
  }
  all.push(oneOf(own))
  reader.depth -= 1
  reader.setParts += parts
  const test: CharacterTest = all.length === 1 ? all[0]! : (code) => all.every((part) => part(code))
  return isNegated ? not(test) : test
}

function parseClassItem(reader: Reader): CharacterTest {
  const from = accept(reader, '\\') ? parseEscapedCharacter(reader) : take(reader).codePointAt(0)!
  if (typeof from !== 'number') return from
  const isRange = looksAt(reader, '-') && !looksAt(reader, '-]') && !looksAt(reader, '-[') && !looksAt(reader, '-&&')
  if (!isRange) return range(from, from, reader.flags.ignoresCase)
  expect(reader, '-')
  const to = accept(reader, '\\') ? parseEscapedCharacter(reader) : take(reader).codePointAt(0)!
  if (typeof to !== 'number' || to < from) throw fault(reader, 'a range whose end is before its start')
  return range(from, to, reader.flags.ignoresCase)
}
