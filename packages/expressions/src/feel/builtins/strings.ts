import { findText } from '../../find-text.ts'
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
  'upper case': builtin(
    signature([string('string')], ([text], evaluation) => changeCase(text, evaluation, 'toUpperCase')),
  ),
  'lower case': builtin(
    signature([string('string')], ([text], evaluation) => changeCase(text, evaluation, 'toLowerCase')),
  ),
  'substring before': builtin(
    signature([string('string'), string('match')], ([text, match], { meter }) => {
      const index = findText(text, match, meter)
      return index === -1 ? '' : text.slice(0, index)
    }),
  ),
  'substring after': builtin(
    signature([string('string'), string('match')], ([text, match], { meter }) => {
      const index = findText(text, match, meter)
      return index === -1 ? '' : text.slice(index + match.length)
    }),
  ),
  contains: builtin(
    signature([string('string'), string('match')], ([text, match], { meter }) => findText(text, match, meter) !== -1),
  ),
  'starts with': builtin(signature([string('string'), string('match')], ([text, match]) => text.startsWith(match))),
  'ends with': builtin(signature([string('string'), string('match')], ([text, match]) => text.endsWith(match))),
  matches: builtin(
    signature(
      [string('input'), string('pattern'), nullable(string('flags'))],
      ([input, pattern, flags], evaluation) => {
        const regex = compilePattern(pattern, flags ?? '', evaluation.meter)
        return regex && findMatch(regex, input, 0, evaluation.meter) !== null
      },
    ),
  ),
  replace: builtin(
    signature(
      [string('input'), string('pattern'), string('replacement'), nullable(string('flags'))],
      ([input, pattern, replacement, flags], evaluation) => {
        const regex = compilePattern(pattern, flags ?? '', evaluation.meter)
        return regex && replace(input, { regex, replacement, evaluation })
      },
    ),
  ),
  split: builtin(
    signature([string('string'), string('delimiter')], ([text, delimiter], evaluation) => {
      const regex = compilePattern(delimiter, '', evaluation.meter)
      return regex && splitAt(text, listMatches(regex, text, evaluation.meter), evaluation)
    }),
  ),
  'string join': builtin(
    signature([list('list'), nullable(string('delimiter'))], ([items, delimiter], evaluation) =>
      join(items, delimiter ?? '', evaluation),
    ),
  ),
} satisfies Record<string, FeelFunction>

/** One character may become two or three. */
function changeCase(text: string, evaluation: Evaluation, change: 'toUpperCase' | 'toLowerCase'): string {
  evaluation.checkText(text.length)
  const changed = text[change]()
  evaluation.checkText(changed.length)
  return changed
}

function hasSurrogates(text: string): boolean {
  return /[\ud800-\udfff]/.test(text)
}

function countCodePoints(text: string): number {
  let count = text.length
  if (!hasSurrogates(text)) return count
  for (let index = 1; index < text.length; index++) if (isPairAt(text, index)) count -= 1
  return count
}

/** Null when the start lies outside the text or the length is below one. */
function getSubstring(text: string, start: number, length: number | null): FeelValue {
  const isPlain = !hasSurrogates(text)
  const index = findIndex({ length: isPlain ? text.length : countCodePoints(text) }, start)
  if (index === undefined || (length !== null && length < 1)) return null
  if (isPlain) return text.slice(index, length === null ? undefined : index + length)
  const from = skipCodePoints(text, 0, index)
  return text.slice(from, length === null ? undefined : skipCodePoints(text, from, length))
}

/** The place so many code points further on, or the end. */
function skipCodePoints(text: string, from: number, count: number): number {
  let index = from
  for (let left = count; left > 0 && index < text.length; left--) index += isPairAt(text, index + 1) ? 2 : 1
  return index
}

/** Returns whether the unit before and the one here are one character. */
function isPairAt(text: string, index: number): boolean {
  return isSurrogate(text, index, 0xdc00) && isSurrogate(text, index - 1, 0xd800)
}

/** NaN beyond the end is none. */
function isSurrogate(text: string, index: number, kind: 0xd800 | 0xdc00): boolean {
  return (text.charCodeAt(index) & 0xfc00) === kind
}

/** Null for a pattern that matches the empty text, as XPath's fn:replace wants it. */
function replace(
  input: string,
  { regex, replacement, evaluation }: { regex: Regex; replacement: string; evaluation: Evaluation },
): string | null {
  if (findMatch(regex, '', 0, evaluation.meter)) return null
  return replaceMatches(input, { regex, replacement, evaluation })
}

/** Empty matches split between characters, not before the first or after the last. */
function splitAt(text: string, matches: Iterable<Match>, evaluation: Evaluation): string[] {
  const parts: string[] = []
  let end = 0
  for (const match of matches) {
    if (match.start === match.end && (match.start === 0 || match.start === text.length)) continue
    evaluation.checkLength(parts.length + 2)
    parts.push(text.slice(end, match.start))
    end = match.end
  }
  parts.push(text.slice(end))
  return parts
}

/** Null items are left out; any other item that is no string makes the result null. */
function join(items: FeelList, delimiter: string, evaluation: Evaluation): FeelValue {
  const texts = items.filter((item) => item !== null)
  if (!texts.every((text) => typeof text === 'string')) return null
  evaluation.checkText(texts.reduce((size, text) => size + text.length + delimiter.length, 0))
  return texts.join(delimiter)
}
