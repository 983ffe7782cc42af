import { type Allowance, checkLength, checkText } from '../../meter.ts'
import { toIndex } from '../coerce.ts'
import { Fault } from '../environment.ts'
import { type MethodTable, metered } from '../methods/method-table.ts'
import { presentText } from '../present-text.ts'
import { compileRegex, type Regex } from './compile-regex.ts'
import { type Match, runRegex } from './run-regex.ts'

/** Methods of java.lang.String that take a regular expression. Matched in linear time, see `runRegex`. */
export const regexMethods: MethodTable<string> = {
  matches: metered(1, 1, (allowance, self, pattern) => matches(self, compile(pattern, allowance), allowance)),
  replaceAll: metered(2, 2, (allowance, self, pattern, by) =>
    replace({ text: self, regex: compile(pattern, allowance), allowance }, presentText(by), Number.POSITIVE_INFINITY),
  ),
  replaceFirst: metered(2, 2, (allowance, self, pattern, by) =>
    replace({ text: self, regex: compile(pattern, allowance), allowance }, presentText(by), 1),
  ),
  split: metered(1, 2, (allowance, self, pattern, limit) =>
    split({ text: self, regex: compile(pattern, allowance), allowance }, limit === undefined ? 0 : toIndex(limit)),
  ),
}

interface Source {
  readonly regex: Regex
  readonly text: string
  readonly allowance: Allowance
}

/** Patterns are short, and slow to read for their length. */
function compile(pattern: unknown, { meter }: Allowance): Regex {
  const source = presentText(pattern)
  meter.charge(20 + Math.min(source.length, 10_000) * 10)
  return compileRegex(source)
}

function matches(text: string, regex: Regex, { meter }: Allowance): boolean {
  return runRegex(regex, text, { from: 0, isWhole: true, meter }) !== undefined
}

function replace(source: Source, replacement: string, most: number): string {
  const { text, allowance } = source
  const parts: string[] = []
  let end = 0
  let length = 0
  const append = (part: string) => {
    length += part.length
    checkText(allowance, part.length, length)
    parts.push(part)
  }
  for (const match of findAll(source, most)) {
    append(text.slice(end, match[0]))
    expand(replacement, match, { source, append })
    end = match[1]!
  }
  append(text.slice(end))
  return parts.join('')
}

/** Java's split: an empty piece at the start for an empty match goes, so do empty ones at the end unless limited. */
function split(source: Source, limit: number): string[] {
  const { text: self, allowance } = source
  const pieces: string[] = []
  let end = 0
  for (const match of findAll(source, Number.POSITIVE_INFINITY)) {
    if (limit > 0 && pieces.length === limit - 1) break
    if (match[1] === 0) continue
    checkLength(allowance, pieces.length + 2)
    pieces.push(self.slice(end, match[0]))
    end = match[1]!
  }
  if (end === 0 && pieces.length === 0) return [self]
  pieces.push(self.slice(end))
  while (limit === 0 && pieces.length > 0 && pieces.at(-1) === '') pieces.pop()
  return pieces
}

function* findAll({ regex, text, allowance: { meter } }: Source, most: number): Generator<Match> {
  let from = 0
  for (let count = 0; count < most && from <= text.length; count += 1) {
    const match = runRegex(regex, text, { from, isWhole: false, meter })
    if (match === undefined) return
    yield match
    const [start, end] = [match[0]!, match[1]!]
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
  }
}

/** Writes a replacement: `$1` and `${name}` are groups, a backslash takes what follows as it is. */
function expand(
  replacement: string,
  match: Match,
  { source: { regex, text, allowance }, append }: { source: Source; append: (part: string) => void },
): void {
  let end = 0
  for (const found of replacement.matchAll(/\\([\s\S]?)|\$(?:\{(\w+)\}|(\d{1,2}))?/g)) {
    const [whole, escaped, name, digits] = found
    allowance.meter.charge(1)
    append(replacement.slice(end, found.index))
    end = found.index + whole.length
    if (whole.startsWith('\\')) {
      if (escaped === undefined || escaped === '')
        throw new Fault('Expected a character behind the last backslash of the replacement, but there is none.')
      append(escaped)
    } else {
      const { index, rest } = findGroup(regex, name, digits)
      const [start, stop] = [match[index * 2], match[index * 2 + 1]]
      append((start === undefined || stop === undefined ? '' : text.slice(start, stop)) + rest)
    }
  }
  append(replacement.slice(end))
}

/** As many digits are the group's number as make one that exists. */
function findGroup(
  regex: Regex,
  name: string | undefined,
  digits: string | undefined,
): { index: number; rest: string } {
  const named = name === undefined ? undefined : regex.groupNames.get(name)
  if (named !== undefined) return { index: named, rest: '' }
  if (digits !== undefined && Number(digits) <= regex.groupCount) return { index: Number(digits), rest: '' }
  const first = Number(digits?.charAt(0) || Number.NaN)
  if (first <= regex.groupCount) return { index: first, rest: digits!.slice(1) }
  throw new Fault(`Expected a group of the pattern in the replacement, but there is no $${name ?? digits ?? ''}.`)
}
