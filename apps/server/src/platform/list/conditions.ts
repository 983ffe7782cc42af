import type { SetFilter } from '@millrace/contract'
import { sql } from 'kysely'
import type { Sql } from './sql.ts'

/**
 * What a list can be narrowed by, on values that have been read: the screens and the engine's REST API put the same
 * conditions together, each from its own words.
 */
export const equals = (column: Sql, value: unknown): Sql => sql`${column} = ${value}`
export const isLike = (column: Sql, pattern: string): Sql => sql`${column} like ${closed(pattern)} escape '\\'`
export const isLikeIgnoringCase = (column: Sql, pattern: string): Sql =>
  sql`lower(${column}) like lower(${closed(pattern)}) escape '\\'`
export const equalsIgnoringCase = (column: Sql, value: string): Sql => sql`lower(${column}) = lower(${value})`

export const isAtLeast = (column: Sql, value: unknown): Sql => sql`${column} >= ${value}`
export const isAtMost = (column: Sql, value: unknown): Sql => sql`${column} <= ${value}`
export const isLess = (column: Sql, value: unknown): Sql => sql`${column} < ${value}`
export const isMore = (column: Sql, value: unknown): Sql => sql`${column} > ${value}`

/** One value is compared as itself: among several an index has the rows of each in its order, not all of them together. */
export const isOneOf = (column: Sql, values: readonly string[]): Sql =>
  values.length === 1 ? sql`${column} = ${values[0]}::text` : sql`${column} = any(${[...values]}::text[])`
/** What has no value is none of them either. */
export const isNoneOf = (column: Sql, values: readonly string[]): Sql =>
  sql`(${column} is null or ${column} <> all(${[...values]}::text[]))`
export const isOneIdOf = (column: Sql, ids: readonly string[]): Sql => sql`${column} = any(${[...ids]}::uuid[])`
export const isNoIdOf = (column: Sql, ids: readonly string[]): Sql => sql`${column} <> all(${[...ids]}::uuid[])`

/**
 * On a column that keeps a text as lists compare it: lower case, 200 characters, in the order of its code points. Being
 * comparisons of that column and nothing else, they are answered by its index under row-level security too.
 */
export function onTextKey(key: Sql): (filter: SetFilter) => Sql {
  return ({ operator, values: [text = ''] }) => {
    const wanted = sql`left(lower(${text}::text), 200)`
    if (operator === 'begins') return sql`(${key} >= ${wanted} and ${key} < ${wanted} || ${lastCharacter}::text)`
    return operator === 'is' ? equals(key, wanted) : contains(key, text)
  }
}

const lastCharacter = '\u{10FFFF}'

/** Without regard to case, anywhere in the text or at its beginning. */
export const contains = (column: Sql, text: string): Sql => sql`${column} ilike ${`%${asPattern(text)}%`}`
export const begins = (column: Sql, text: string): Sql => sql`${column} ilike ${`${asPattern(text)}%`}`

/**
 * The same of a text that is lower case already. For thousands of rows: to compare without regard to case makes the pattern
 * and the text lower case each time, and knows only the letters of English where the column is compared by code points.
 */
export const containsLower = (lower: Sql, text: string): Sql =>
  sql`${lower} like lower(${`%${asPattern(text)}%`}::text)`

/** Holds where one of the columns has the text in it. */
export function containsAny(columns: readonly Sql[], text: string): Sql {
  return sql`(${sql.join(
    columns.map((column) => contains(column, text)),
    sql` or `,
  )})`
}

/** A backslash at the end, with nothing to escape, stands for itself: PostgreSQL would refuse the pattern. */
function closed(pattern: string): string {
  let end = pattern.length
  while (pattern[end - 1] === '\\') end--
  return (pattern.length - end) % 2 === 0 ? pattern : `${pattern}\\`
}

/** A space stands for any one character: models break names into lines, which are read as if there were spaces. */
function asPattern(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`).replaceAll(/\s/g, '_')
}
