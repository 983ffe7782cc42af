import { parseJson } from './parse-json.ts'

/**
 * A process variable as it is stored: | type | value | |---|---| | String, Json, Xml, Object | string (the last three
 * serialised) | | Integer, Short, Double | number | | Long | number, or bigint beyond 2^53 | | Boolean | boolean | |
 * Date | string, ISO 8601 in UTC with milliseconds | | Bytes, File | Uint8Array | | Null | null |
 *
 * Any of them may be null.
 */
export interface TypedValue {
  readonly type: string
  readonly value: StoredValue
  /** `valueInfo`: file name, MIME type, object type, serialisation format, transience. */
  readonly info: Readonly<Record<string, unknown>> | null
}

export type StoredValue = string | number | bigint | boolean | null | Uint8Array

export const nullValue: TypedValue = { type: 'Null', value: null, info: null }

const jsonTypes = new Set(['Json', 'Object'])

/**
 * Returns the value as an expression sees it. An object in another serialisation than JSON, such as Java's, is its
 * text.
 */
export function toPlain(typed: TypedValue): unknown {
  const { type, value } = typed
  if (value === null) return null
  if (type === 'Date') return new Date(value as string)
  if (!isJson(typed)) return value
  try {
    return parseJson(typed.value)
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

/** Returns whether a value is JSON text. */
export function isJson(typed: TypedValue): typed is TypedValue & { readonly value: string } {
  return jsonTypes.has(typed.type) && typeof typed.value === 'string'
}

/** The error for a value that cannot be stored. */
export class UnstorableValue extends Error {}

/**
 * Converts the value of an expression into a variable, with the type that Camunda would give it.
 *
 * @throws UnstorableValue for an invalid date, or one of a year with more than four digits.
 */
export function fromPlain(value: unknown): TypedValue {
  if (value === null || value === undefined) return nullValue
  switch (typeof value) {
    case 'string':
      return { type: 'String', value, info: null }
    case 'boolean':
      return { type: 'Boolean', value, info: null }
    case 'bigint':
      return { type: 'Long', value: narrowed(value), info: null }
    case 'number':
      return { type: numberType(value), value, info: null }
    default:
      if (value instanceof Date) return { type: 'Date', value: writeDate(value), info: null }
      if (value instanceof Uint8Array) return { type: 'Bytes', value, info: null }
      return { type: 'Json', value: toJson(value), info: null }
  }
}

const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

function writeDate(date: Date): string {
  const time = date.getTime()
  if (time >= earliest && time <= latest) return date.toISOString()
  const found = Number.isNaN(time) ? 'a date that is none' : `the date ${date.toISOString()}`
  throw new UnstorableValue(`Expected dates of the years 1 to 9999, but there is ${found}.`)
}

/** Returns the size of a value: the characters of a text, the bytes of binary data, and 0 for everything else. */
export function sizeOfValue({ value }: TypedValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0
}

/** Returns whether two stored values are equal, deeply for bytes. */
export function isSameValue(a: TypedValue, b: TypedValue): boolean {
  if (a.type !== b.type) return false
  if (a.value instanceof Uint8Array && b.value instanceof Uint8Array) return isSameBytes(a.value, b.value)
  return Object.is(a.value, b.value)
}

/** Serializes a plain value as JSON; bigints keep their digits, dates become ISO 8601. */
export function toJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawJson(item.toString()) : item)) ??
    'null'
  )
}

// JSON.rawJSON keeps the digits of a number that a double cannot hold; the type library does not know it yet.
const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON

/** Returns how deep the lists and objects of a JSON text are nested. */
export function depthOfJson(text: string): number {
  let depth = 0
  let deepest = 0
  let isInText = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) isInText = !isInText
    else if (isInText) index += code === BACKSLASH ? 1 : 0
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
  }
  return deepest
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

function narrowed(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function numberType(value: number): string {
  if (!Number.isInteger(value)) return 'Double'
  if (value >= -2147483648 && value <= 2147483647) return 'Integer'
  return Number.isSafeInteger(value) ? 'Long' : 'Double'
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
