import type { Evaluation } from '../compile/evaluation.ts'
import { compilePattern, type Regex } from '../regex/compile-pattern.ts'
import { findMatch, listMatches, type Match } from '../regex/find-match.ts'
import { replaceMatches } from '../regex/replace-matches.ts'
import type { FeelFunction } from '../values/function.ts'
import type { FeelList, FeelValue } from '../values/value.ts'
import { builtin, signature } from './builtin.ts'
import { findIndex } from './lists.ts'
import { list, nullable, optional, position, string } from './parameters.ts'

/** String functions (DMN 1.5, 10.3.4.3). Positions and lengths count code points. */
export const STRINGS = {
  substring: builtin(
    signature([string('string'), position('start position'), optional(position('length'))], ([text, start, length]) =>
      getSubstring(text, start, length),
    ),
  ),
  'string length': builtin(signature([string('string')], ([text]) => countCodePoints(text))),
  'upper case': builtin(signature([string('string')], ([text]) => text.toUpperCase())),
  'lower case': builtin(signature([string('string')], ([text]) => text.toLowerCase())),
  'substring before': builtin(
    signature([string('string'), string('match')], ([text, match]) => {
      const index = text.indexOf(match)
      return index === -1 ? '' : text.slice(0, index)
    }),
  ),
  'substring after': builtin(
    signature([string('string'), string('match')], ([text, match]) => {
      const index = text.indexOf(match)
      return index === -1 ? '' : text.slice(index + match.length)
    }),
  ),
  contains: builtin(signature([string('string'), string('match')], ([text, match]) => text.includes(match))),
  'starts with': builtin(signature([string('string'), string('match')], ([text, match]) => text.startsWith(match))),
  'ends with': builtin(signature([string('string'), string('match')], ([text, match]) => text.endsWith(match))),
  matches: builtin(
    signature(
      [string('input'), string('pattern'), nullable(string('flags'))],
      ([input, pattern, flags], evaluation) => {
        const regex = compilePattern(pattern, flags ?? '')
        return regex && findMatch(regex, input, 0, (steps) => evaluation.step(steps)) !== null
      },
    ),
  ),
  replace: builtin(
    signature(
      [string('input'), string('pattern'), string('replacement'), nullable(string('flags'))],
      ([input, pattern, replacement, flags], evaluation) => {
        const regex = compilePattern(pattern, flags ?? '')
        return regex && replace(input, { regex, replacement, evaluation })
      },
    ),
  ),
  split: builtin(
    signature([string('string'), string('delimiter')], ([text, delimiter], evaluation) => {
      const regex = compilePattern(delimiter, '')
      return (
        regex &&
        splitAt(
          text,
          listMatches(regex, text, (steps) => evaluation.step(steps)),
        )
      )
    }),
  ),
  'string join': builtin(
    signature([list('list'), nullable(string('delimiter'))], ([items, delimiter], evaluation) =>
      join(items, delimiter ?? '', (size) => evaluation.checkSize(size)),
    ),
  ),
} satisfies Record<string, FeelFunction>

function hasSurrogates(text: string): boolean {
  return /[\ud800-\udfff]/.test(text)
}

function countCodePoints(text: string): number {
  return hasSurrogates(text) ? [...text].length : text.length
}

/** Null when the start lies outside the text or the length is below one. */
function getSubstring(text: string, start: number, length: number | null): FeelValue {
  const points = hasSurrogates(text) ? [...text] : text
  const index = findIndex(points, start)
  if (index === undefined || (length !== null && length < 1)) return null
  const part = points.slice(index, length === null ? undefined : index + length)
  return typeof part === 'string' ? part : part.join('')
}

/** Null for a pattern that matches the empty text, as XPath's fn:replace wants it. */
function replace(
  input: string,
  { regex, replacement, evaluation }: { regex: Regex; replacement: string; evaluation: Evaluation },
): string | null {
  const countWork = (steps: number) => evaluation.step(steps)
  if (findMatch(regex, '', 0, countWork)) return null
  const result = replaceMatches(input, { regex, replacement, countWork })
  evaluation.checkSize(result?.length ?? 0)
  return result
}

/** Empty matches split between characters, not before the first or after the last. */
function splitAt(text: string, matches: Iterable<Match>): string[] {
  const parts: string[] = []
  let end = 0
  for (const match of matches) {
    if (match.start === match.end && (match.start === 0 || match.start === text.length)) continue
    parts.push(text.slice(end, match.start))
    end = match.end
  }
  return [...parts, text.slice(end)]
}

/** Null items are left out; any other item that is no string makes the result null. */
function join(items: FeelList, delimiter: string, checkSize: (size: number) => void): FeelValue {
  const texts = items.filter((item) => item !== null)
  if (!texts.every((text) => typeof text === 'string')) return null
  checkSize(texts.reduce((size, text) => size + text.length + delimiter.length, 0))
  return texts.join(delimiter)
}
