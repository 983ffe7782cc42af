import { nullValue, type PlainVariable, type TypedValue, toJson } from '@millrace/engine'
import { invalid } from '../http/rest-refusal.ts'
import { readTime } from './time.ts'

/** The error for a value that does not fit its type, or an unknown type. Callers add the action that failed. */
export class ValueFault extends Error {
  override readonly name = 'ValueFault'
}

type ReadValue = (value: unknown, info: Readonly<Record<string, unknown>>) => TypedValue

const readers: Readonly<Record<string, ReadValue>> = {
  null: (value) => {
    if (value === undefined || value === null) return nullValue
    throw new ValueFault('Expected a value of type Null to be null, but it is something else.')
  },
  string: plain('String', (value) => (typeof value === 'object' ? undefined : String(value))),
  boolean: plain('Boolean', (value) =>
    value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined,
  ),
  short: plain('Short', (value) => readWhole(value, -32768, 32767)),
  integer: plain('Integer', (value) => readWhole(value, -2147483648, 2147483647)),
  long: plain('Long', readLong),
  double: plain('Double', readDouble),
  number: (value) =>
    readUntyped(typeof value === 'number' || typeof value === 'bigint' ? value : readers.double!(value, {}).value),
  date: plain(
    'Date',
    (value) => (typeof value === 'string' ? readTime(value)?.toISOString() : undefined),
    'java.util.Date',
  ),
  bytes: plain('Bytes', readBase64),
  file: (value, info) => {
    if (info.filename === undefined || info.filename === null)
      throw new ValueFault('Expected the valueInfo of a File to have a filename, but it has none.')
    return { ...readers.bytes!(value, {}), type: 'File', info: kept(info, ['filename', 'mimeType', 'encoding']) }
  },
  json: plain('Json', readSerialized),
  xml: plain('Xml', readSerialized),
  object: (value, info) => ({
    type: 'Object',
    value: value == null ? null : (readSerialized(value) ?? null),
    info: kept(info, ['objectTypeName', 'serializationDataFormat']),
  }),
}

/**
 * Reads a value in the format of Camunda's REST API: `{value, type, valueInfo}`, all of them optional.
 *
 * @throws ValueFault
 */
export function readValue(given: unknown): TypedValue {
  if (typeof given !== 'object' || given === null) return nullValue
  const { value, type, valueInfo } = given as { value?: unknown; type?: unknown; valueInfo?: unknown }
  const info = readInfo(valueInfo)
  const typed = type === undefined || type === null ? readUntyped(value) : readOfType(type, value, info)
  return info.transient === true || info.transient === 'true'
    ? { ...typed, info: { ...typed.info, transient: true } }
    : typed
}

/** Reads a map of values by name. */
export function readVariables(given: unknown): PlainVariable[] {
  if (given === undefined || given === null) return []
  if (typeof given !== 'object' || Array.isArray(given))
    throw new ValueFault('Expected variables to be an object of values by name, but it is something else.')
  return Object.entries(given).map(([name, one]) => ({ name: readVariableName(name), value: readValue(one) }))
}

const longestName = 255

/**
 * Returns the name of a variable, which may have any characters.
 * @throws ValueFault for an empty name, or one that is too long.
 */
export function readVariableName(name: string): string {
  if (name !== '' && name.length <= longestName) return name
  throw new ValueFault(
    `Expected names of variables to have 1 to ${longestName} characters, but “${name.slice(0, 50)}${name.length > 50 ? '…' : ''}” has ${name.length}.`,
  )
}

/** Reads values. @throws RestRefusal instead of `ValueFault`, with a message about the call that failed. */
export function readOrRefuse<T>(doing: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ValueFault) throw invalid(`${doing}: ${error.message}`)
    throw error
  }
}

function readInfo(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined || given === null) return {}
  if (typeof given === 'object' && !Array.isArray(given)) return given as Record<string, unknown>
  throw new ValueFault('Expected valueInfo to be an object, but it is something else.')
}

function readOfType(type: unknown, value: unknown, info: Readonly<Record<string, unknown>>): TypedValue {
  if (typeof type !== 'string')
    throw new ValueFault('Expected the type of a value to be a text, but it is something else.')
  const name = type.slice(0, 1).toLowerCase() + type.slice(1)
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (read === undefined) throw new ValueFault(`Unsupported value type '${shortened(type)}'`)
  return read(value, info)
}

/**
 * Returns a value without a type with the type that fits it: a whole number is an Integer or Long by its size, a
 * fraction a Double.
 */
export function readUntyped(value: unknown): TypedValue {
  if (value === undefined || value === null) return nullValue
  if (typeof value === 'string') return { type: 'String', value, info: null }
  if (typeof value === 'boolean') return { type: 'Boolean', value, info: null }
  if (typeof value === 'bigint') return readUntypedLong(value)
  if (typeof value === 'number') return { type: typeOfNumber(value), value, info: null }
  return {
    type: 'Object',
    value: toJson(value),
    info: { objectTypeName: 'java.util.LinkedHashMap', serializationDataFormat: 'application/json' },
  }
}

function readUntypedLong(value: bigint): TypedValue {
  const long = readLong(value)
  if (long !== undefined) return { type: 'Long', value: long, info: null }
  throw new ValueFault(
    `Expected a whole number without a type to fit a Long, but ${shortened(value)} does not. Send it as a String.`,
  )
}

/** A whole number beyond 2^53 that is no bigint was written with an exponent or a fraction. */
function typeOfNumber(value: number): 'Integer' | 'Long' | 'Double' {
  if (!Number.isSafeInteger(value)) return 'Double'
  return readWhole(value, -2147483648, 2147483647) === undefined ? 'Long' : 'Integer'
}

function plain(
  type: string,
  read: (value: unknown) => TypedValue['value'] | undefined,
  javaType = `java.lang.${type}`,
): ReadValue {
  return (given) => {
    if (given === undefined || given === null) return { type, value: null, info: null }
    const value = read(given)
    if (value === undefined)
      throw new ValueFault(`Cannot convert value '${shortened(given)}' of type '${type}' to java type ${javaType}`)
    return { type, value, info: null }
  }
}

function readWhole(value: unknown, from: number, to: number): number | undefined {
  const number = typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= from && number <= to ? number : undefined
}

const maxLong = 2n ** 63n

function readLong(value: unknown): number | bigint | undefined {
  const isWhole =
    (typeof value === 'number' && Number.isInteger(value)) ||
    typeof value === 'bigint' ||
    (typeof value === 'string' && value.length < 100 && /^[+-]?\d+$/.test(value.trim()))
  if (!isWhole) return undefined
  const whole = BigInt(value as string | number | bigint)
  if (whole < -maxLong || whole >= maxLong) return undefined
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
}

function readDouble(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && value.trim() !== '' ? Number(value) : typeof value === 'bigint' ? Number(value) : value
  return Number.isFinite(number) ? (number as number) : undefined
}

function readSerialized(value: unknown): string {
  if (typeof value === 'string') return value
  throw new ValueFault("Must provide 'null' or String value for value of SerializableValue type.")
}

function readBase64(value: unknown): Uint8Array {
  if (typeof value === 'string' && isBase64(value.replaceAll(/\s/g, '')))
    return new Uint8Array(Buffer.from(value, 'base64'))
  throw new ValueFault('Provided value is not of type Byte[] or String with base64 encoding.')
}

/** The padding may be left out; a sign that is left over stands for no byte. */
function isBase64(text: string): boolean {
  const signs = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && signs % 4 !== 1 && (signs === text.length || text.length % 4 === 0)
}

function kept(info: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const stated = names.filter((name) => info[name] !== undefined && info[name] !== null)
  const wrong = stated.find((name) => typeof info[name] !== 'string')
  if (wrong !== undefined)
    throw new ValueFault(`Expected ${wrong} of valueInfo to be a text, but it is something else.`)
  return Object.fromEntries(stated.map((name) => [name, info[name]]))
}

function shortened(given: unknown): string {
  const text = typeof given === 'object' ? toJson(given) : String(given)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
