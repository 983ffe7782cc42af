import type { ListenerTarget, MappedValue, ParameterType, ValueSource } from '@millrace/contract'
import { fromPlain, type PlainVariable, parseJson, type TypedValue, toJson } from '@millrace/engine'
import { readDate } from '@millrace/time'

/** What has arrived at a listener, as mappings see it. */
export interface Arrived {
  /** Finds a value; undefined where there is none. @throws Unmappable where the content cannot be read. */
  read(source: Exclude<ValueSource, 'content' | 'attachment'>, path: string): unknown
  /** Returns the whole of it. @throws Unmappable where it is too large for a variable. */
  content(): ArrivedFile
  /** Finds an attachment of a mail, by its number or name. @throws Unmappable as `content` does. */
  attachment?(path: string): ArrivedFile | undefined
}

/** A file that becomes a variable. */
export interface ArrivedFile {
  readonly bytes: Uint8Array
  readonly name: string
  readonly type: string
}

/** The variables that a delivery gives to a process. */
export interface MappedValues {
  readonly businessKey: string | null
  readonly correlation: readonly PlainVariable[]
  readonly variables: readonly PlainVariable[]
}

/** The error for a delivery whose values do not fit the listener. Its message is a sentence. */
export class Unmappable extends Error {
  override readonly name = 'Unmappable'
}

interface Clock {
  readonly now: Date
  /** IANA name of the zone that days are in. */
  readonly zone: string
}

/** Maps a delivery to variables. @throws Unmappable where a value has another type. */
export function mapValues(target: ListenerTarget, arrived: Arrived, clock: Clock): MappedValues {
  const { businessKey: key, correlation, variables } = target
  const found = key === null ? null : textOf(findValue(key, arrived))
  if (found !== null && found.length > maxBusinessKey)
    throw new Unmappable(`Expected a business key of at most ${maxBusinessKey} characters, but it is longer.`)
  const map = (one: MappedValue) => ({ name: one.variable, value: typedValue(one, arrived, clock) })
  return {
    businessKey: found === '' ? null : found,
    correlation: correlation.map(map),
    variables: variables.map(map),
  }
}

const maxBusinessKey = 255

function findValue({ source, path }: { source: ValueSource; path: string }, arrived: Arrived): unknown {
  if (source !== 'content' && source !== 'attachment') return arrived.read(source, path)
  const file = findFile({ source, path }, arrived)
  return file === undefined ? undefined : new TextDecoder().decode(file.bytes).replaceAll('\0', '')
}

function findFile({ source, path }: { source: ValueSource; path: string }, arrived: Arrived): ArrivedFile | undefined {
  return source === 'attachment' ? arrived.attachment?.(path) : arrived.content()
}

function typedValue(one: MappedValue, arrived: Arrived, clock: Clock): TypedValue {
  if (one.type === 'file') {
    const file = findFile(one, arrived)
    if (file === undefined) return fromPlain(null)
    const { bytes, name, type } = file
    return { type: 'File', value: bytes, info: { filename: name, mimeType: type } }
  }
  const found = findValue(one, arrived)
  if (found === undefined || found === null) return fromPlain(null)
  const value = convert(found, one.type, clock)
  if (value === undefined)
    throw new Unmappable(
      `Expected ${words[one.type]} in ${describePlace(one)} for the variable “${one.variable}”, but it has another value.`,
    )
  try {
    return fromPlain(value)
  } catch {
    throw new Unmappable(`Expected a value that can be stored for the variable “${one.variable}”, but it cannot.`)
  }
}

function describePlace({ source, path }: MappedValue): string {
  return path === '' ? `the ${source}` : `“${path}” of the ${source}`
}

const words: Readonly<Record<ParameterType, string>> = {
  text: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-11-29',
  list: 'a list',
  object: 'an object',
  any: 'a value',
  file: 'a file',
}

/** Undefined for what cannot be one. */
function convert(value: unknown, type: ParameterType, { now, zone }: Clock): unknown {
  switch (type) {
    case 'text':
      return textOf(value)
    case 'integer':
      return toInteger(value)
    case 'number':
      return toNumber(value)
    case 'boolean':
      return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined
    case 'date':
      return typeof value === 'string' && /^\d/.test(value) ? (readDate(value, now, zone) ?? undefined) : undefined
    case 'list': {
      const read = parsed(value)
      return Array.isArray(read) ? read : undefined
    }
    case 'object': {
      const read = parsed(value)
      return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
    }
    case 'any':
      return value
    case 'file':
      return undefined
    default:
      return type satisfies never
  }
}

/** A text may have the JSON of a list or an object. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(value)
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  try {
    return toJson(value)
  } catch {
    throw new Unmappable('Expected values that can be shown, but one is nested too deeply.')
  }
}

function toInteger(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : undefined
  if (typeof value !== 'string' || !/^[+-]?\d{1,18}$/.test(value.trim())) return undefined
  const read = BigInt(value.trim())
  return Number.isSafeInteger(Number(read)) ? Number(read) : read
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string' || value.trim() === '' || value.length > 50) return undefined
  const read = Number(value)
  return Number.isFinite(read) ? read : undefined
}
