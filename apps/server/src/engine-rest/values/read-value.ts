import { nullValue, type PlainVariable, type TypedValue } from '@millrace/engine'
import { invalid } from '../http/rest-refusal.ts'
import { readTime } from './time.ts'

/** A value that does not fit its type, or a type that there is not. Callers say what they could not do because of it. */
export class ValueFault extends Error {
  override readonly name = 'ValueFault'
}

type ReadValue = (value: unknown, info: Readonly<Record<string, unknown>>) => TypedValue

const readers: Readonly<Record<string, ReadValue>> = {
  null: () => nullValue,
  string: plain('String', (value) => (typeof value === 'object' ? undefined : String(value))),
  boolean: plain('Boolean', (value) =>
    value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined,
  ),
  short: plain('Short', (value) => readWhole(value, -32768, 32767)),
  integer: plain('Integer', (value) => readWhole(value, -2147483648, 2147483647)),
  long: plain('Long', readLong),
  double: plain('Double', readDouble),
  number: (value) => readUntyped(typeof value === 'string' ? readDouble(value) : value),
  date: plain(
    'Date',
    (value) => (typeof value === 'string' ? readTime(value)?.toISOString() : undefined),
    'java.util.Date',
  ),
  bytes: plain('Bytes', readBase64),
  file: (value, info) => {
    if (typeof info.filename !== 'string')
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
 * Reads a value as Camunda's REST API takes it: `{value, type, valueInfo}`, all of them optional.
 *
 * @throws ValueFault
 */
export function readValue(given: unknown): TypedValue {
  if (typeof given !== 'object' || given === null) return nullValue
  const { value, type, valueInfo } = given as {
    value?: unknown
    type?: unknown
    valueInfo?: Record<string, unknown> | null
  }
  const info = valueInfo ?? {}
  const typed = type === undefined || type === null ? readUntyped(value) : readOfType(String(type), value, info)
  return info.transient === true || info.transient === 'true'
    ? { ...typed, info: { ...typed.info, transient: true } }
    : typed
}

/** A map of values by name. */
export function readVariables(given: unknown): PlainVariable[] {
  if (given === undefined || given === null) return []
  if (typeof given !== 'object' || Array.isArray(given))
    throw new ValueFault('Expected variables to be an object of values by name, but it is something else.')
  return Object.entries(given).map(([name, one]) => ({ name: readVariableName(name), value: readValue(one) }))
}

const longestName = 255

/** Any characters will do. @throws ValueFault when there are none, or too many. */
export function readVariableName(name: string): string {
  if (name !== '' && name.length <= longestName) return name
  throw new ValueFault(
    `Expected names of variables to have 1 to ${longestName} characters, but “${name.slice(0, 50)}${name.length > 50 ? '…' : ''}” has ${name.length}.`,
  )
}

/** Reads with a `ValueFault` made a refusal that says what could not be done. */
export function readOrRefuse<T>(doing: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ValueFault) throw invalid(`${doing}: ${error.message}`)
    throw error
  }
}

function readOfType(type: string, value: unknown, info: Readonly<Record<string, unknown>>): TypedValue {
  const name = type.slice(0, 1).toLowerCase() + type.slice(1)
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (read === undefined) throw new ValueFault(`Unsupported value type '${type}'`)
  return read(value, info)
}

/** An untyped whole number is an Integer or Long by its size, a fraction a Double. */
export function readUntyped(value: unknown): TypedValue {
  if (value === undefined || value === null) return nullValue
  if (typeof value === 'string') return { type: 'String', value, info: null }
  if (typeof value === 'boolean') return { type: 'Boolean', value, info: null }
  if (typeof value === 'bigint') return { type: 'Long', value: readLong(value) ?? null, info: null }
  if (typeof value === 'number') {
    const type = Number.isInteger(value)
      ? readWhole(value, -2147483648, 2147483647) === undefined
        ? 'Long'
        : 'Integer'
      : 'Double'
    return { type, value, info: null }
  }
  return {
    type: 'Object',
    value: JSON.stringify(value),
    info: { objectTypeName: 'java.util.LinkedHashMap', serializationDataFormat: 'application/json' },
  }
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
      throw new ValueFault(`Cannot convert value '${String(given)}' of type '${type}' to java type ${javaType}`)
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
    (typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()))
  if (!isWhole) return undefined
  const whole = BigInt(value as string | number | bigint)
  if (whole < -maxLong || whole >= maxLong) return undefined
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole
}

function readDouble(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && value.trim() !== '' ? Number(value) : typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && !Number.isNaN(number) ? number : undefined
}

function readSerialized(value: unknown): string {
  if (typeof value === 'string') return value
  throw new ValueFault("Must provide 'null' or String value for value of SerializableValue type.")
}

function readBase64(value: unknown): Uint8Array {
  if (typeof value === 'string' && /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(value))
    return new Uint8Array(Buffer.from(value, 'base64'))
  throw new ValueFault('Provided value is not of type Byte[] or String with base64 encoding.')
}

function kept(info: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => info[name] !== undefined && info[name] !== null).map((name) => [name, info[name]]),
  )
}
