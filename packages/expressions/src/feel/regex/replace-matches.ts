import type { Evaluation } from '../compile/evaluation.ts'
import type { Regex } from './compile-pattern.ts'
import { listMatches } from './find-match.ts'

/**
 * Replaces all matches. In the replacement `$1` is a group, `$0` the whole match, `\$` and `\\` the characters. Null
 * for any other `$` or `\`.
 */
export function replaceMatches(
  input: string,
  { regex, replacement, evaluation }: { regex: Regex; replacement: string; evaluation: Evaluation },
): string | null {
  const parts = regex.isLiteral ? [replacement] : readReplacement(replacement, regex.groupCount)
  if (!parts) return null
  let result = ''
  let end = 0
  const add = (text: string) => {
    evaluation.checkText(text.length, result.length + text.length)
    result += text
  }
  for (const match of listMatches(regex, input, evaluation.meter)) {
    evaluation.charge(parts.length)
    add(input.slice(end, match.start))
    for (const part of parts) add(typeof part === 'string' ? part : (match.groups[part] ?? ''))
    end = match.end
  }
  add(input.slice(end))
  return result
}

/** A text, or the number of a group. */
type ReplacementPart = string | number

function readReplacement(replacement: string, groupCount: number): ReplacementPart[] | null {
  const parts: ReplacementPart[] = []
  let end = 0
  for (const { 0: sign, 1: escaped, 2: digits, index } of replacement.matchAll(/\\([$\\])|\$(\d+)|[$\\]/g)) {
    parts.push(replacement.slice(end, index))
    end = index + sign.length
    if (escaped !== undefined) parts.push(escaped)
    else if (digits !== undefined) parts.push(...readGroup(digits, groupCount))
    else return null
  }
  return [...parts, replacement.slice(end)]
}

/** Returns the longest number that is a group; the digits behind it are text. */
function readGroup(digits: string, groupCount: number): [number, string] {
  const zeros = digits.length - digits.replace(/^0+/, '').length
  const longest = Math.min(digits.length, zeros + String(groupCount).length)
  for (let length = longest; length > 1; length--) {
    const group = Number(digits.slice(0, length))
    if (group <= groupCount) return [group, digits.slice(length)]
  }
  return [Number(digits[0]), digits.slice(1)]
}
