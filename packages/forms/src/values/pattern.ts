import { code } from '../document/properties.ts'
import type { Property } from '../document/property.ts'
import { measurePattern } from './pattern-work.ts'

/**
 * Regular expressions of text fields. The designer writes them, every user's text runs through them, in the server
 * too: so an expression that could take long on some text is refused when the form is compiled, and the text is short.
 */

/** The maximum number of characters in a text field with a pattern. */
export const patternTextLimit = 1_000

const patternLengthLimit = 500

/** Two repetitions without a limit that can match the same text, such as `a*a*`, and no third one: about 10 ms. */
const maxWays = patternTextLimit ** 2 * 1.01

export function pattern(): Property<string> {
  return code(patternLengthLimit, findPatternFault)
}

/** Returns whether a pattern matches the whole text. */
export function testPattern(source: string, text: string): boolean {
  return new RegExp(`^(?:${source})$`, 'u').test(text)
}

function findPatternFault(source: string): string | null {
  try {
    new RegExp(`^(?:${source})$`, 'u')
  } catch (error) {
    return `a regular expression (${error instanceof Error ? error.message : 'invalid'})`
  }
  return measurePattern(source, patternTextLimit) <= maxWays
    ? null
    : 'a regular expression that cannot take very long: no back references, in a repeated group nothing that repeats or alternates ambiguously, and at most two repetitions that can match the same text'
}
