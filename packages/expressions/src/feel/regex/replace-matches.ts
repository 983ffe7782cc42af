import type { Regex } from './compile-pattern.ts'
import { type CountWork, listMatches, type Match } from './find-match.ts'

/**
 * Replaces every match. In the replacement `$1` stands for a group, `$0` for the whole match, `\$` and `\\` for the
 * signs. Null when it has any other `$` or `\`.
 */
export function replaceMatches(
  input: string,
  { regex, replacement, countWork }: { regex: Regex; replacement: string; countWork: CountWork },
): string | null {
  const present = regex.isLiteral ? () => replacement : compileReplacement(replacement)
  if (!present) return null
  let result = ''
  let end = 0
  for (const match of listMatches(regex, input, countWork)) {
    result += input.slice(end, match.start) + present(match)
    end = match.end
  }
  return result + input.slice(end)
}

function compileReplacement(replacement: string): ((match: Match) => string) | null {
  if (!/^([^$\\]|\\[$\\]|\$\d)*$/s.test(replacement)) return null
  return ({ groups }) =>
    replacement.replace(/\\([$\\])|\$(\d+)/g, (_, escaped, digits) => escaped ?? presentGroup(groups, digits))
}

/** The longest number that is a group; the digits behind it are text. */
function presentGroup(groups: readonly string[], digits: string): string {
  for (let length = digits.length; length > 1; length--) {
    const group = groups[Number(digits.slice(0, length))]
    if (group !== undefined) return group + digits.slice(length)
  }
  return (groups[Number(digits[0])] ?? '') + digits.slice(1)
}
