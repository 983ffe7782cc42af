import { code } from '../document/properties.ts'
import type { Property } from '../document/property.ts'

/**
 * Regular expressions of text fields. The designer writes them, every user's text runs through them, in the server
 * too: so an expression that could take exponential time on some text is refused when the form is compiled, and the
 * text is short.
 */

/** A text field with a pattern takes at most this many characters. */
export const patternTextLimit = 1_000

const patternLengthLimit = 500
const degreeLimit = 6
/** Repetitions up to this count only multiply the work. */
const smallRepetition = 10

export function pattern(): Property<string> {
  return code(patternLengthLimit, findPatternFault)
}

/** True when the whole text matches. */
export function testPattern(source: string, text: string): boolean {
  return new RegExp(`^(?:${source})$`, 'u').test(text)
}

function findPatternFault(source: string): string | null {
  try {
    new RegExp(`^(?:${source})$`, 'u')
  } catch (error) {
    return `a regular expression (${error instanceof Error ? error.message : 'invalid'})`
  }
  return isBounded(source)
    ? null
    : 'a regular expression that cannot take very long: no back references, and in a repeated group nothing that repeats or alternates ambiguously'
}

interface Group {
  /** Something inside may match more or less of the same text. */
  isVariable: boolean
  /** How many unlimited repetitions stand inside: the degree of the time that matching may take. */
  degree: number
  /** First characters of the alternatives; null when one is not a plain character. */
  starts: (string | null)[]
  isAtStart: boolean
}

/**
 * False when the expression repeats a group without limit that can match the same text in two ways: it varies inside
 * (`(a+)+`), or two of its alternatives may begin alike (`(a|ab)*`). Also false for back references, and when more
 * than a few unlimited repetitions can share one text.
 */
function isBounded(source: string): boolean {
  const groups: Group[] = [createGroup()]
  let closed: Group | null = null
  for (const [part] of source.matchAll(tokens)) {
    const group = groups.at(-1)
    if (group === undefined || /^\\(?:[1-9]|k)/.test(part)) return false
    const max = readMaximum(part)
    if (max !== null) {
      if (max > smallRepetition && closed !== null && isAmbiguous(closed)) return false
      group.degree += max > smallRepetition ? 1 : (closed?.degree ?? 0) * (max - 1)
      group.isVariable ||= !/^\{\d+\}$/.test(part)
    } else if (part.startsWith('(')) {
      markStart(group, null)
      groups.push(createGroup())
    } else if (part === '|') {
      group.isAtStart = true
    } else if (part !== ')') {
      markStart(group, /^\w$/.test(part) ? part : null)
    }
    closed = part === ')' ? (groups.pop() ?? null) : null
    const outer = groups.at(-1)
    if (closed !== null && outer !== undefined) {
      outer.degree += closed.degree
      // `((a|a))*`: what is ambiguous further in is repeated as well.
      outer.isVariable ||= isAmbiguous(closed)
    }
  }
  return (groups[0]?.degree ?? 0) <= degreeLimit
}

const tokens =
  /\\k<\w+>|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<\w+>))?|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/giu

/** How often a quantifier may repeat, or null when the part is none. */
function readMaximum(part: string): number | null {
  if (part === '?' || part === '??') return 1
  if (/^[*+]/.test(part)) return Number.POSITIVE_INFINITY
  const counts = /^\{(\d+)(,?)(\d*)\}/.exec(part)
  if (!counts) return null
  return counts[2] === '' ? Number(counts[1]) : counts[3] === '' ? Number.POSITIVE_INFINITY : Number(counts[3])
}

function createGroup(): Group {
  return { isVariable: false, degree: 0, starts: [], isAtStart: true }
}

function markStart(group: Group, start: string | null): void {
  if (group.isAtStart) group.starts.push(start)
  group.isAtStart = false
}

function isAmbiguous(group: Group): boolean {
  if (group.isVariable || group.isAtStart) return true
  return group.starts.length > 1 && (group.starts.includes(null) || new Set(group.starts).size !== group.starts.length)
}
