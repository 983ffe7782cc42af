import type { TypedValue } from '@millrace/engine'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '../../platform/errors/refusal.ts'

export const numberTypes = ['Integer', 'Long', 'Short', 'Double']

/**
 * Returns the SQL condition that a variable `v` has exactly this value. Whole numbers match regardless of their type.
 *
 * @throws Refusal for bytes, lists and objects, which cannot be compared.
 */
export function variableEquals({ type, value }: TypedValue): RawBuilder<unknown> {
  return plainEquals(value !== null && type === 'Date' ? new Date(String(value)) : value, false)
}

/** Returns the SQL condition that a variable has a plain value. */
export function plainEquals(value: unknown, ignoresCase: boolean): RawBuilder<unknown> {
  if (value === null || value === undefined) return sql`v.type = 'Null'`
  if (typeof value === 'boolean') return sql`v.type = 'Boolean' and v.value = ${String(value)}`
  if (typeof value === 'number') return sql`v.type = any(${numberTypes}::text[]) and v.number = ${value}`
  if (typeof value === 'bigint') return sql`v.type = 'Long' and v.value = ${value.toString()}`
  if (value instanceof Date) return sql`v.type = 'Date' and v.number = ${value.getTime()}`
  if (typeof value === 'string')
    return ignoresCase
      ? sql`v.type = 'String' and lower(v.value) = lower(${value})`
      : sql`v.type = 'String' and v.value = ${value}`
  throw refuse(
    'request.invalid',
    'Expected a plain value to compare a variable with, but it is bytes, a list or an object.',
  )
}
