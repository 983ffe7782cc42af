import { valueLimits } from '../document/limits.ts'
import { isPlainObject } from '../document/plain-object.ts'
import type { Read } from '../values/day.ts'
import { hasControlCharacters } from '../values/markup.ts'
import { formatNumber, narrowInteger, readNumber } from '../values/number.ts'
import type { NamedVariable, TypedVariable } from './field-value.ts'

/** A value of any simple type, as JSON or an expression has it. */
export type Scalar = string | number | bigint | boolean

/** Reads a value of any simple type without changing it, for fields into which users do not type. */
export function readScalar(input: unknown): Read<Scalar | null> {
  if (input === null || input === undefined || input === '') return { ok: true, value: null }
  if (typeof input === 'boolean') return { ok: true, value: input }
  if (typeof input === 'number' || typeof input === 'bigint') return readNumber(input)
  if (isPlainObject(input)) return readLong(input)
  if (typeof input !== 'string' || input.length > valueLimits.text || hasControlCharacters(input))
    return { ok: false, fault: { code: 'text.invalid' } }
  return { ok: true, value: input }
}

export function presentScalar(value: Scalar): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : formatNumber(value)
}

/** Converts a scalar to JSON. Whole numbers beyond 2^53, which JSON parsers round, become `{"long": "…"}`. */
export function scalarToJson(value: Scalar): unknown {
  return typeof value === 'bigint' ? { long: value.toString() } : value
}

function readLong({ long, ...others }: Readonly<Record<string, unknown>>): Read<Scalar | null> {
  const isLong = typeof long === 'string' && /^-?\d{1,40}$/.test(long) && Object.keys(others).length === 0
  return isLong ? { ok: true, value: narrowInteger(BigInt(long)) } : { ok: false, fault: { code: 'text.invalid' } }
}

export function scalarOfVariable({ value }: TypedVariable): unknown {
  return value
}

export function scalarToVariables(name: string, value: Scalar | null): NamedVariable[] {
  return [{ name, type: typeOfScalar(value), value }]
}

function typeOfScalar(value: Scalar | null): string {
  if (value === null) return 'Null'
  if (typeof value === 'boolean') return 'Boolean'
  if (typeof value === 'string') return 'String'
  return Number.isInteger(value) || typeof value === 'bigint' ? 'Long' : 'Double'
}
