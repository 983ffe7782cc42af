import {
  anyCharacter,
  anyOf,
  between,
  CASE_WEIGHT,
  dot,
  LETTER_SETS,
  listCases,
  not,
  readCategory,
} from './character-sets.ts'
import type { CharacterSet, CharacterTest, Flags, Pattern } from './pattern.ts'
import { PatternFault, Reader } from './reader.ts'

interface ParsedPattern {
  readonly pattern: Pattern
  readonly groupCount: number
}

interface Context {
  readonly reader: Reader
  readonly flags: Flags
  groupCount: number
  /** Groups whose parenthesis is closed: only they can be referred to. */
  readonly closed: Set<number>
  depth: number
}

const MAX_DEPTH = 100

/**
 * Parses a regular expression of XPath (Functions and Operators 3.1, 5.6.1).
 *
 * @throws PatternFault
 */
export function parsePattern(source: string, flags: Flags): ParsedPattern {
  if (flags.isLiteral) return { pattern: parseLiteral(source, flags), groupCount: 0 }
  const reader = new Reader(flags.ignoresSpace ? removeSpace(source) : source)
  const context: Context = { reader, flags, groupCount: 0, closed: new Set(), depth: 0 }
  const pattern = parseChoice(context)
  if (reader.peek() !== undefined) throw new PatternFault('Expected the pattern to end, but a parenthesis is closed.')
  return { pattern, groupCount: context.groupCount }
}

function parseLiteral(source: string, flags: Flags): Pattern {
  return { kind: 'sequence', items: [...source].map((point) => character(point, flags)) }
}

/** White space goes before anything is read, except inside of classes. */
function removeSpace(source: string): string {
  let depth = 0
  return source.replace(/\\[^ \t\r\n]|[[\]]|[ \t\r\n]/g, (part) => {
    if (part === '[') depth += 1
    if (part === ']') depth -= 1
    return depth === 0 && part.trim() === '' ? '' : part
  })
}

function parseChoice(context: Context): Pattern {
  const options = [parseSequence(context)]
  while (context.reader.accept('|')) options.push(parseSequence(context))
  const [only] = options
  return only && options.length === 1 ? only : { kind: 'choice', options }
}

function parseSequence(context: Context): Pattern {
  const items: Pattern[] = []
  for (
    let next = context.reader.peek();
    next !== undefined && next !== '|' && next !== ')';
    next = context.reader.peek()
  ) {
    items.push(parseRepeat(parseAtom(context), context.reader))
  }
  return { kind: 'sequence', items }
}

function parseRepeat(body: Pattern, reader: Reader): Pattern {
  const bounds = parseBounds(reader)
  if (!bounds) return body
  const isLazy = reader.accept('?')
  if (parseBounds(reader)) throw new PatternFault('Expected one repetition of a part, but there are two.')
  return { kind: 'repeat', body, ...bounds, isLazy }
}

function parseBounds(reader: Reader): { min: number; max: number } | null {
  if (reader.accept('?')) return { min: 0, max: 1 }
  if (reader.accept('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
  if (reader.accept('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
  if (!reader.accept('{')) return null
  const min = reader.digits()
  const max = reader.accept(',') ? reader.digits() || 'Infinity' : min
  reader.expect('}')
  if (min === '' || Number(max) < Number(min))
    throw new PatternFault('Expected bounds such as {2,3}, but they are wrong.')
  return { min: Number(min), max: Number(max) }
}

function parseAtom(context: Context): Pattern {
  const { reader, flags } = context
  const point = reader.next()
  switch (point) {
    case '(':
      return parseGroup(context)
    case '[':
      return { kind: 'character', ...parseClass(context) }
    case '\\':
      return parseEscape(context)
    case '.':
      return { kind: 'character', ...(flags.dotMatchesAll ? anyCharacter : dot) }
    case '^':
      return { kind: 'anchor', anchor: flags.isMultiline ? 'line start' : 'start' }
    case '$':
      return { kind: 'anchor', anchor: flags.isMultiline ? 'line end' : 'end' }
  }
  if ('?*+{}])'.includes(point)) throw new PatternFault(`Expected “${point}” to be escaped, but it is not.`)
  return character(point, flags)
}

function character(point: string, { ignoresCase }: Flags): Pattern {
  const code = point.codePointAt(0) ?? 0
  if (!ignoresCase) return { kind: 'character', test: (candidate) => candidate === code, weight: 0 }
  const codes = new Set([code, ...listCases(code)])
  const test: CharacterTest = (candidate) => codes.has(candidate) || listCases(candidate).includes(code)
  return { kind: 'character', test, weight: CASE_WEIGHT }
}

function parseGroup(context: Context): Pattern {
  const { reader } = context
  context.depth += 1
  if (context.depth > MAX_DEPTH) throw new PatternFault(`Expected at most ${MAX_DEPTH} groups in each other.`)
  const isCapturing = !reader.accept('?:')
  if (isCapturing) context.groupCount += 1
  const index = context.groupCount
  const body = parseChoice(context)
  reader.expect(')')
  context.depth -= 1
  if (!isCapturing) return body
  context.closed.add(index)
  return { kind: 'group', index, body }
}

function parseEscape(context: Context): Pattern {
  const { reader, flags } = context
  const next = reader.peek() ?? ''
  if (/^[1-9]$/.test(next)) return parseReference(context)
  if (reader.accept('b')) return { kind: 'anchor', anchor: 'word edge' }
  if (reader.accept('B')) return { kind: 'anchor', anchor: 'no word edge' }
  const escaped = readEscape(reader)
  return typeof escaped === 'string' ? character(escaped, flags) : { kind: 'character', ...escaped }
}

/** Returns a further digit belongs to the number while there are that many groups. */
function parseReference({ reader, groupCount, closed }: Context): Pattern {
  let index = Number(reader.next())
  while (/^\d$/.test(reader.peek() ?? '') && index * 10 + Number(reader.peek()) <= groupCount) {
    index = index * 10 + Number(reader.next())
  }
  if (!closed.has(index)) throw new PatternFault(`Expected a group ${index} before its reference, but there is none.`)
  return { kind: 'reference', index }
}

/** Reads the part after a backslash, inside and outside of classes: a character or a set of characters. */
function readEscape(reader: Reader): string | CharacterSet {
  const letter = reader.next()
  if (letter === 'p') return readCategory(reader)
  if (letter === 'P') return not(readCategory(reader))
  const set = Object.hasOwn(LETTER_SETS, letter) ? LETTER_SETS[letter] : undefined
  if (set) return set
  if (letter === 'n') return '\n'
  if (letter === 'r') return '\r'
  if (letter === 't') return '\t'
  if (/^[\p{L}\p{N}\s]$/u.test(letter)) throw new PatternFault(`Expected an escape, but “\\${letter}” is none.`)
  return letter
}

/** `[a-z]`, `[^a-z]` and the difference `[a-z-[aeiou]]`. */
function parseClass(context: Context): CharacterSet {
  const { reader } = context
  const isNegated = reader.accept('^')
  const sets: CharacterSet[] = []
  while (!reader.accept(']')) {
    if (sets.length > 0 && reader.accept('-[')) {
      const [whole, taken] = [finishClass(sets, isNegated), parseClass(context)]
      reader.expect(']')
      return { test: (code) => whole.test(code) && !taken.test(code), weight: whole.weight + taken.weight }
    }
    sets.push(parseClassItem(context, sets.length === 0))
  }
  return finishClass(sets, isNegated)
}

function finishClass(sets: readonly CharacterSet[], isNegated: boolean): CharacterSet {
  if (sets.length === 0) throw new PatternFault('Expected characters between brackets, but there are none.')
  return isNegated ? not(anyOf(sets)) : anyOf(sets)
}

/** One character, a range or an escaped set. A hyphen that is not escaped stands for itself only at either end. */
function parseClassItem({ reader, flags }: Context, isFirst: boolean): CharacterSet {
  const isHyphen = reader.peek() === '-'
  const from = readClassPoint(reader)
  if (typeof from !== 'string') return from
  const start = from.codePointAt(0) ?? 0
  if (isHyphen && !isFirst && reader.peek() !== ']')
    throw new PatternFault('Expected “-” at the end of a class, but it is not.')
  if (reader.peek() !== '-' || reader.peek(1) === ']' || reader.peek(1) === '[')
    return between(start, start, flags.ignoresCase)
  reader.next()
  const to = readClassPoint(reader)
  const end = typeof to === 'string' ? (to.codePointAt(0) ?? 0) : -1
  if (end < start) throw new PatternFault('Expected a range from a lower to a higher character, but it is not.')
  return between(start, end, flags.ignoresCase)
}

function readClassPoint(reader: Reader): string | CharacterSet {
  const point = reader.next()
  if (point === '[') throw new PatternFault('Expected “[” to be escaped inside of brackets, but it is not.')
  return point === '\\' ? readEscape(reader) : point
}
