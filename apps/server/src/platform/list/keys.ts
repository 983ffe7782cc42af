import { type RawBuilder, sql } from 'kysely'
import type { OrderTerm } from './relation.ts'
import { allOf, anyOf, type Sql } from './sql.ts'

/** The type of a sort key, by which its value is written to a mark and read from it. */
export type KeyType = 'text' | 'instant' | 'integer' | 'id'

/** A sort key of a list. */
export interface Key {
  readonly sql: Sql
  readonly type: KeyType
  /** Whether the key may be null; such rows are last in both directions. */
  readonly isOptional?: true
}

/** A key of an order, in the direction in which rows are read. */
export interface OrderKey extends Key {
  readonly isDescending: boolean
  /** Whether rows are read from the end, with missing values first. */
  readonly isReversed: boolean
}

/** The position at which a page begins: the values of its sort keys, as text. */
export interface Bound {
  readonly values: readonly (string | null)[]
  /** The row with exactly these values belongs to the page. */
  readonly isInclusive: boolean
}

/** Creates a sort key for a text: regardless of case, null as an empty text, and short enough for an index. */
export function textKey(column: Sql): Key {
  return { sql: sql`left(lower(coalesce(${column}, '')), 200)`, type: 'text' }
}

export function orderTerm({ sql: expression, isDescending, isOptional, isReversed }: OrderKey): OrderTerm {
  return isOptional ? { expression, isDescending, nulls: isReversed ? 'first' : 'last' } : { expression, isDescending }
}

/** Returns the value of a key as text, with which it can be compared again without loss. */
export function keyAsText({ sql: expression }: Key): Sql {
  return sql`(${expression})::text`
}

/**
 * Returns the condition for rows after a bound. When all keys have one direction and no nulls it is one row comparison,
 * which an index answers; otherwise the first key limits the index, and the rest is compared for each row.
 */
export function isBeyond(keys: readonly OrderKey[], { values, isInclusive }: Bound): Sql {
  const [first] = keys
  const isUniform = keys.every(({ isOptional, isDescending }) => !isOptional && isDescending === first?.isDescending)
  const typed = keys.map((key, index) => typedValue(key, values[index] ?? null))
  if (isUniform) {
    const sign = sql.raw(`${first?.isDescending ? '<' : '>'}${isInclusive ? '=' : ''}`)
    return sql`(${sql.join(keys.map((key) => key.sql))}) ${sign} (${sql.join(typed)})`
  }
  const ways = keys.map((key, index) =>
    allOf([
      ...keys.slice(0, index).map((before, place) => isSame(before, values[place] ?? null)),
      isFurther(key, values[index] ?? null),
    ]),
  )
  if (isInclusive) ways.push(allOf(keys.map((key, index) => isSame(key, values[index] ?? null))))
  const bound =
    first && !first.isOptional ? [sql`${first.sql} ${sql.raw(first.isDescending ? '<=' : '>=')} ${typed[0]}`] : []
  return allOf([...bound, anyOf(ways)])
}

function isSame(key: Key, value: string | null): Sql {
  return value === null ? sql`${key.sql} is null` : sql`${key.sql} = ${typedValue(key, value)}`
}

function isFurther(key: OrderKey, value: string | null): Sql {
  if (value === null) return key.isReversed ? sql`${key.sql} is not null` : sql`false`
  const further = sql`${key.sql} ${sql.raw(key.isDescending ? '<' : '>')} ${typedValue(key, value)}`
  return key.isOptional && !key.isReversed ? sql`(${further} or ${key.sql} is null)` : further
}

function typedValue({ type }: Key, value: string | null): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(sqlTypes[type])}`
}

const sqlTypes = { text: 'text', instant: 'timestamptz', integer: 'bigint', id: 'uuid' } as const

/**
 * Returns whether a text can be the value of a sort key, so that forged marks are refused before PostgreSQL sees them.
 */
export function isKeyValue({ type, isOptional }: Key, value: unknown): value is string | null {
  if (value === null) return isOptional === true
  return typeof value === 'string' && shapes[type](value)
}

const shapes: Readonly<Record<KeyType, (text: string) => boolean>> = {
  text: (text) => !text.includes('\0'),
  instant: (text) =>
    text === 'infinity' ||
    text === '-infinity' ||
    (/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(text) &&
      !Number.isNaN(Date.parse(text.replace(' ', 'T').replace('+00', 'Z')))),
  integer: (text) => /^-?\d{1,18}$/.test(text),
  id: (text) => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text),
}
