import { Fault } from '../environment.ts'
import { isLineEnd, not, range } from './character-sets.ts'
import { parseClass, parseEscapedCharacter } from './parse-character.ts'
import { accept, expect, fault, looksAt, maximumDepth, peek, type Reader, take } from './regex-reader.ts'
import type { Boundary, Pattern, RegexFlags } from './regex-syntax.ts'

export interface ParsedRegex {
  readonly pattern: Pattern
  readonly groupCount: number
  /** Numbers of the groups that have names. */
  readonly groupNames: ReadonlyMap<string, number>
  /** Parts of all sets of characters together. */
  readonly setParts: number
}

const maximumLength = 2000
const maximumRepeats = 1000

/**
 * Parses a regular expression of Java as far as it can be matched in linear time: everything but back references,
 * look-around, atomic groups and possessive quantifiers.
 * @throws Fault when the pattern is faulty, or of one of those kinds.
 */
export function parseRegex(source: string): ParsedRegex {
  if (source.length > maximumLength)
    throw new Fault(`Expected a pattern of at most ${maximumLength} characters, but it is longer.`)
  const flags: RegexFlags = { ignoresCase: false, dotMatchesAll: false, isMultiline: false }
  const reader: Reader = {
    characters: Array.from(source, (character) => character.codePointAt(0)!),
    position: 0,
    depth: 0,
    flags,
    groupCount: 0,
    groupNames: new Map(),
    setParts: 0,
  }
  const pattern = parseChoice(reader)
  if (reader.position < reader.characters.length) throw fault(reader, 'a ) without its (')
  return { pattern, groupCount: reader.groupCount, groupNames: reader.groupNames, setParts: reader.setParts }
}

function parseChoice(reader: Reader): Pattern {
  reader.depth += 1
  if (reader.depth > maximumDepth) throw fault(reader, 'too deep nesting')
  const options = [parseSequence(reader)]
  while (accept(reader, '|')) options.push(parseSequence(reader))
  reader.depth -= 1
  return options.length === 1 ? options[0]! : { kind: 'choice', options }
}

function parseSequence(reader: Reader): Pattern {
  const items: Pattern[] = []
  while (reader.position < reader.characters.length && !looksAt(reader, '|') && !looksAt(reader, ')')) {
    const atom = parseAtom(reader)
    if (atom !== undefined) items.push(parseQuantifiers(reader, atom))
  }
  return items.length === 1 ? items[0]! : { kind: 'sequence', items }
}

/** Undefined for what matches nothing by itself, such as `(?i)`. */
function parseAtom(reader: Reader): Pattern | undefined {
  const character = take(reader)
  switch (character) {
    case '.':
      return { kind: 'character', test: reader.flags.dotMatchesAll ? () => true : not(isLineEnd) }
    case '^':
      return boundary(reader.flags.isMultiline ? 'line-start' : 'start')
    case '$':
      return boundary(reader.flags.isMultiline ? 'line-end' : 'last-line-end')
    case '[':
      return { kind: 'character', test: parseClass(reader) }
    case '(':
      return parseGroup(reader)
    case '\\':
      return parseEscape(reader)
    case '*':
    case '+':
    case '?':
      throw fault(reader, `${character} with nothing to repeat`)
    default:
      return literal(reader, character.codePointAt(0)!)
  }
}

function parseGroup(reader: Reader): Pattern | undefined {
  const outer = reader.flags
  let index: number | undefined
  if (!accept(reader, '?')) {
    index = reader.groupCount += 1
  } else if (looksAt(reader, '<') && !looksAt(reader, '<=') && !looksAt(reader, '<!')) {
    index = reader.groupCount += 1
    reader.groupNames.set(parseGroupName(reader), index)
  } else if (!accept(reader, ':')) {
    if (/[=!<>]/.test(peek(reader)))
      throw fault(reader, 'look-around or an atomic group, which expressions do not support')
    parseFlags(reader)
    if (accept(reader, ')')) return undefined
    expect(reader, ':')
  }
  const body = parseChoice(reader)
  expect(reader, ')')
  reader.flags = outer
  return index === undefined ? body : { kind: 'group', index, body }
}

function parseGroupName(reader: Reader): string {
  expect(reader, '<')
  let name = ''
  while (!accept(reader, '>')) name += take(reader)
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) throw fault(reader, `the group name ${name}`)
  return name
}

function parseFlags(reader: Reader): void {
  let isOn = true
  for (let flag = peek(reader); flag !== ':' && flag !== ')'; flag = peek(reader)) {
    take(reader)
    if (flag === '-') isOn = false
    else if (flag === 'i') reader.flags = { ...reader.flags, ignoresCase: isOn }
    else if (flag === 's') reader.flags = { ...reader.flags, dotMatchesAll: isOn }
    else if (flag === 'm') reader.flags = { ...reader.flags, isMultiline: isOn }
    else if (flag !== 'u' && flag !== 'U') throw fault(reader, `the flag ${flag}`)
  }
}

function parseQuantifiers(reader: Reader, atom: Pattern): Pattern {
  let pattern = atom
  for (let count = parseCount(reader); count !== undefined; count = parseCount(reader)) {
    const [fewest, most] = count
    const isGreedy = !accept(reader, '?')
    if (isGreedy && looksAt(reader, '+'))
      throw fault(reader, 'a possessive quantifier, which expressions do not support')
    pattern = { kind: 'repeat', body: pattern, fewest, most, isGreedy }
  }
  return pattern
}

function parseCount(reader: Reader): [number, number] | undefined {
  if (accept(reader, '*')) return [0, Number.POSITIVE_INFINITY]
  if (accept(reader, '+')) return [1, Number.POSITIVE_INFINITY]
  if (accept(reader, '?')) return [0, 1]
  if (!accept(reader, '{')) return undefined
  let text = ''
  while (!accept(reader, '}')) text += take(reader)
  const [, low, comma, high] = /^(\d+)(,(\d*))?$/.exec(text) ?? []
  if (low === undefined) throw fault(reader, `{${text}}`)
  const fewest = Number(low)
  const most = comma === undefined ? fewest : high === '' ? Number.POSITIVE_INFINITY : Number(high)
  if (most < fewest || fewest > maximumRepeats || (Number.isFinite(most) && most > maximumRepeats))
    throw fault(reader, `{${text}}`)
  return [fewest, most]
}

const boundaries: ReadonlyMap<string, Boundary> = new Map([
  ['b', 'word'],
  ['B', 'no-word'],
  ['A', 'start'],
  ['z', 'end'],
  ['Z', 'last-line-end'],
])

function parseEscape(reader: Reader): Pattern {
  const place = boundaries.get(peek(reader))
  if (place !== undefined) {
    take(reader)
    return boundary(place)
  }
  if (accept(reader, 'Q')) return parseQuoted(reader)
  if (/[1-9k]/.test(peek(reader))) throw fault(reader, 'a back reference, which expressions do not support')
  const found = parseEscapedCharacter(reader)
  return typeof found === 'number' ? literal(reader, found) : { kind: 'character', test: found }
}

function parseQuoted(reader: Reader): Pattern {
  const items: Pattern[] = []
  while (reader.position < reader.characters.length && !accept(reader, '\\E')) {
    items.push(literal(reader, take(reader).codePointAt(0)!))
  }
  return { kind: 'sequence', items }
}

function literal({ flags }: Reader, code: number): Pattern {
  return { kind: 'character', test: range(code, code, flags.ignoresCase) }
}

function boundary(place: Boundary): Pattern {
  return { kind: 'boundary', boundary: place }
}
