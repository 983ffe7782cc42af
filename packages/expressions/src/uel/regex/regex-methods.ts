import { toIndex } from '../coerce.ts'
import { Fault } from '../environment.ts'
import type { MethodTable } from '../methods/method-table.ts'
import { maximumText, presentText, textTooLong } from '../present-text.ts'
import { compileRegex, type Regex } from './compile-regex.ts'
import { type Match, runRegex } from './run-regex.ts'

/** Steps that one call may take: about half a second. */
const budgetOfCall = 10_000_000

/** Methods of java.lang.String that take a regular expression. Matched in linear time, see `runRegex`. */
export const regexMethods: MethodTable<string> = {
  matches: [1, 1, (self, pattern) => matches(self, pattern)],
  replaceAll: [2, 2, (self, pattern, by) => replace(self, pattern, by, Number.POSITIVE_INFINITY)],
  replaceFirst: [2, 2, (self, pattern, by) => replace(self, pattern, by, 1)],
  split: [1, 2, (self, pattern, limit) => split(self, pattern, limit === undefined ? 0 : toIndex(limit))],
}

function matches(self: string, pattern: unknown): boolean {
  const regex = compileRegex(presentText(pattern))
  return runRegex(regex, self, { from: 0, isWhole: true, budget: { steps: budgetOfCall } }) !== undefined
}

function replace(self: string, pattern: unknown, by: unknown, most: number): string {
  const regex = compileRegex(presentText(pattern))
  const replacement = presentText(by)
  const parts: string[] = []
  let end = 0
  let length = 0
  const append = (part: string) => {
    length += part.length
    if (length > maximumText) throw textTooLong(length)
    parts.push(part)
  }
  for (const match of findAll(regex, self, most)) {
    append(self.slice(end, match[0]))
    append(expand(replacement, match, { regex, text: self }))
    end = match[1]!
  }
  append(self.slice(end))
  return parts.join('')
}

/** Java's split: an empty piece at the start for an empty match goes, so do empty ones at the end unless limited. */
function split(self: string, pattern: unknown, limit: number): string[] {
  const regex = compileRegex(presentText(pattern))
  const pieces: string[] = []
  let end = 0
  for (const match of findAll(regex, self, Number.POSITIVE_INFINITY)) {
    if (limit > 0 && pieces.length === limit - 1) break
    if (match[1] === 0) continue
    pieces.push(self.slice(end, match[0]))
    end = match[1]!
  }
  if (end === 0 && pieces.length === 0) return [self]
  pieces.push(self.slice(end))
  while (limit === 0 && pieces.length > 0 && pieces.at(-1) === '') pieces.pop()
  return pieces
}

function* findAll(regex: Regex, text: string, most: number): Generator<Match> {
  const budget = { steps: budgetOfCall }
  let from = 0
  for (let count = 0; count < most && from <= text.length; count += 1) {
    const match = runRegex(regex, text, { from, isWhole: false, budget })
    if (match === undefined) return
    yield match
    const [start, end] = [match[0]!, match[1]!]
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
  }
}

interface Source {
  readonly regex: Regex
  readonly text: string
}

/** Writes a replacement: `$1` and `${name}` are groups, a backslash takes what follows as it is. */
function expand(replacement: string, match: Match, { regex, text }: Source): string {
  return replacement.replace(/\\([\s\S]?)|\$(?:\{(\w+)\}|(\d{1,2}))?/g, (whole, escaped, name, digits) => {
    if (whole.startsWith('\\')) {
      if (escaped === '')
        throw new Fault('Expected a character behind the last backslash of the replacement, but there is none.')
      return escaped
    }
    const { index, rest } = findGroup(regex, name, digits)
    const [start, end] = [match[index * 2], match[index * 2 + 1]]
    return (start === undefined || end === undefined ? '' : text.slice(start, end)) + rest
  })
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
