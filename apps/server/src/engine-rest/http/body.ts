import { readBoolean, readDate, readInteger, readLong, readText, readTexts } from '../query/read-parameter.ts'
import type { Call } from './call.ts'
import { invalid } from './rest-refusal.ts'

/** The fields of a JSON body. Missing fields are null. */
export type Body = Readonly<Record<string, unknown>>

export function bodyOf(call: Call): Body {
  return asBody(call.body)
}

export function asBody(value: unknown): Body {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Body
  throw invalid('Expected a JSON object, but it is something else.')
}

export function textOf(body: Body, name: string): string | null {
  const value = body[name]
  return value === undefined || value === null ? null : readText(value, { name, origin: 'body' })
}

export function flagOf(body: Body, name: string): boolean | null {
  const value = body[name]
  return value === undefined || value === null ? null : readBoolean(value, { name, origin: 'body' })
}

export function integerOf(body: Body, name: string): number | null {
  const value = body[name]
  return value === undefined || value === null ? null : readInteger(value, { name, origin: 'body' })
}

export function longOf(body: Body, name: string): number | null {
  const value = body[name]
  return value === undefined || value === null ? null : readLong(value, { name, origin: 'body' })
}

const hundredYears = 3_155_760_000_000

/**
 * Reads a duration in milliseconds from a body. Refuses durations of more than a hundred years, because their end could
 * not be stored.
 */
export function durationOf(body: Body, name: string): number | null {
  const duration = longOf(body, name)
  if (duration === null || duration <= hundredYears) return duration
  throw invalid(`Expected ${name} to be at most ${hundredYears} milliseconds, but it is ${duration}.`)
}

export function dateOf(body: Body, name: string): Date | null {
  const value = body[name]
  return value === undefined || value === null ? null : readDate(value, { name, origin: 'body' })
}

export function textsOf(body: Body, name: string): string[] | null {
  const value = body[name]
  return value === undefined || value === null ? null : readTexts(value, { name, origin: 'body' })
}

/** Returns a flag of the query string; false when it is missing. */
export function queryFlag(call: Call, name: string): boolean {
  const value = call.query[name]
  return value === undefined ? false : (readBoolean(value, { name, origin: 'query' }) ?? false)
}

/**
 * Refuses a body that selects the objects to suspend in more than one way.
 *
 * @throws RestRefusal
 */
export function needOnlyOne(body: Body, names: readonly string[]): void {
  if (names.filter((name) => body[name] !== undefined && body[name] !== null).length < 2) return
  throw invalid(
    `Only one of ${names.slice(0, -1).join(', ')} or ${names.at(-1)} should be set to update the suspension state.`,
  )
}
