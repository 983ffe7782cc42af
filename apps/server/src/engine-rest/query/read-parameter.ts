import { writeJson } from '../http/json.ts'
import { invalid } from '../http/rest-refusal.ts'
import { isWritableTime, readTime } from '../values/time.ts'

/** The origin of a parameter: the query string has texts, with lists separated by commas; a body has JSON. */
export type Origin = 'query' | 'body'

export interface Named {
  readonly name: string
  readonly origin: Origin
}

/** Returns whether a parameter has a value other than undefined and null. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Returns any value as a text for an error message. */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? shortened(writeJson(value)) : String(value)
}

export function readText(value: unknown, at: Named): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  throw notConvertible(value, 'java.lang.String', at)
}

export function readTexts(value: unknown, at: Named): string[] {
  if (at.origin === 'query') return String(value).split(',')
  if (Array.isArray(value)) return value.map((item) => readText(item, at))
  throw notConvertible(value, 'java.util.List', at)
}

/** Reads a boolean parameter. Null for an empty text, which means that the parameter is missing. */
export function readBoolean(value: unknown, at: Named): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === '') return null
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === 'true') return true
  if (word === 'false') return false
  throw notConvertible(value, 'java.lang.Boolean', at)
}

/** Reads a parameter that has to be a list of objects. @throws RestRefusal for another value. */
export function readObjects(value: unknown, at: Pick<Named, 'name'>): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value)) throw invalid(`Expected ${at.name} to be a list, but it is something else.`)
  if (value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))) return value
  throw invalid(`Expected ${at.name} to have objects, but one of its items is something else.`)
}

export function readInteger(value: unknown, at: Named): number | null {
  const number = readLong(value, at, 'java.lang.Integer')
  if (number === null || Math.abs(number + 0.5) < 2 ** 31) return number
  throw notConvertible(value, 'java.lang.Integer', at)
}

/** Reads a whole number up to 2^53, so that no digit is lost. */
export function readLong(value: unknown, at: Named, type = 'java.lang.Long'): number | null {
  if (value === '') return null
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw notConvertible(value, type, at)
}

export function readDate(value: unknown, at: Named): Date | null {
  if (value === '') return null
  const time = typeof value === 'string' ? readTime(value) : typeof value === 'number' ? new Date(value) : null
  if (time !== null && isWritableTime(time)) return time
  throw notConvertible(at.origin === 'query' ? `"${String(value)}"` : value, 'java.util.Date', at)
}

function notConvertible(value: unknown, type: string, { name, origin }: Named): Error {
  if (origin === 'body')
    return invalid(`Expected ${name} to fit ${type}, but it is ${shortened(writeJson(value ?? null))}.`)
  const said = String(value)
  const plain = said.startsWith('"') ? said.slice(1, -1) : said
  return invalid(
    `Cannot set query parameter '${name}' to value '${plain}': Cannot convert value ${said} to java type ${type}`,
  )
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
