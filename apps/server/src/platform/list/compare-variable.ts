import type { VariableFilter } from '@millrace/contract'
import { sql } from 'kysely'
import type { Sql } from './sql.ts'

/**
 * Returns the SQL condition that a variable `v` (with `type`, `text_key` and `number`) matches a filter. It compares
 * what the indexes of `variable` have; long texts are compared by their beginning.
 */
export function compareVariable({ type, operator, value }: VariableFilter): Sql {
  if (type === 'text') {
    const text = sql`v.text_key`
    return operator === 'begins'
      ? sql`(${text} >= ${value}::text and ${text} < ${`${value}\u{10FFFF}`}::text)`
      : sql`${text} = ${value}::text`
  }
  const number = numberOf(type, value)
  const ofType = sql`v.type = any(${[...sqlTypes[type]]}::text[])`
  return sql`(v.number ${sql.raw(signs[operator])} ${number}::float8 and ${ofType})`
}

const signs = { is: '=', begins: '=', from: '>=', to: '<=', before: '<' } as const

const sqlTypes = {
  number: ['Short', 'Integer', 'Long', 'Double', 'Number'],
  flag: ['Boolean'],
  instant: ['Date'],
} as const

function numberOf(type: 'number' | 'flag' | 'instant', value: string): number {
  if (type === 'number') return Number(value)
  return type === 'flag' ? Number(value === 'true') : Date.parse(value)
}
