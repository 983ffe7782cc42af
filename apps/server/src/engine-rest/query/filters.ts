import { type RawBuilder, sql } from 'kysely'
import type { QueryUser } from './query-expression.ts'
import {
  isGiven,
  type Named,
  type Origin,
  readBoolean,
  readDate,
  readInteger,
  readText,
  readTexts,
} from './read-parameter.ts'

/** A piece of SQL with its parameters. */
export type Sql = RawBuilder<unknown>

export interface FilterContext extends Named {
  readonly workplaceId: string
  /** Who asks, for expressions. */
  readonly user: QueryUser
  /** Another parameter of the same query. */
  readonly other: (name: string) => unknown
  /** Inside of `orQueries`: one condition is enough. */
  readonly isOr: boolean
}

/** Conditions that a parameter stands for; none when it does not narrow. */
export type Filter = (value: unknown, context: FilterContext) => readonly Sql[]

export type Filters = Readonly<Record<string, Filter>>

const nil = '00000000-0000-0000-0000-000000000000'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id as a client gives it. What is no id of ours becomes one that nothing has. */
export function asId(text: string): string {
  return uuid.test(text) ? text.toLowerCase() : nil
}

export function isId(text: string): boolean {
  return uuid.test(text)
}

// --- one value ----------------------------------------------------------------------------------

export function textFilter(condition: (value: string, context: FilterContext) => Sql | readonly Sql[]): Filter {
  return (value, context) => (isGiven(value) ? list(condition(readText(value, context), context)) : [])
}

export const isText = (column: Sql) => textFilter((value) => sql`${column} = ${value}`)
export const isLike = (column: Sql) => textFilter((value) => sql`${column} like ${value} escape '\\'`)
export const isTextIgnoringCase = (column: Sql) => textFilter((value) => sql`lower(${column}) = lower(${value})`)
export const isLikeIgnoringCase = (column: Sql) =>
  textFilter((value) => sql`lower(${column}) like lower(${value}) escape '\\'`)
export const isIdOf = (column: Sql) => textFilter((value) => sql`${column} = ${asId(value)}::uuid`)

export function integerFilter(condition: (value: number, context: FilterContext) => Sql | readonly Sql[]): Filter {
  return (value, context) => {
    const number = isGiven(value) ? readInteger(value, context) : null
    return number === null ? [] : list(condition(number, context))
  }
}

export const isNumber = (column: Sql) => integerFilter((value) => sql`${column} = ${value}`)
export const isAtLeast = (column: Sql) => integerFilter((value) => sql`${column} >= ${value}`)
export const isAtMost = (column: Sql) => integerFilter((value) => sql`${column} <= ${value}`)

export function dateFilter(condition: (value: Date) => Sql): Filter {
  return (value, context) => {
    const date = isGiven(value) ? readDate(value, context) : null
    return date === null ? [] : [condition(date)]
  }
}

export const isAt = (column: Sql) => dateFilter((value) => sql`${column} = ${value}`)
export const isBefore = (column: Sql) => dateFilter((value) => sql`${column} < ${value}`)
export const isAfter = (column: Sql) => dateFilter((value) => sql`${column} > ${value}`)

// --- lists --------------------------------------------------------------------------------------

export function textsFilter(condition: (values: string[], context: FilterContext) => Sql | readonly Sql[]): Filter {
  return (value, context) => (isGiven(value) ? list(condition(readTexts(value, context), context)) : [])
}

export const isOneOf = (column: Sql) => textsFilter((values) => sql`${column} = any(${values}::text[])`)
/** What has no value is none of them either. */
export const isNoneOf = (column: Sql) =>
  textsFilter((values) => sql`(${column} is null or ${column} <> all(${values}::text[]))`)
export const isOneIdOf = (column: Sql) => textsFilter((values) => sql`${column} = any(${values.map(asId)}::uuid[])`)
export const isNoIdOf = (column: Sql) => textsFilter((values) => sql`${column} <> all(${values.map(asId)}::uuid[])`)

// --- flags --------------------------------------------------------------------------------------

/** Narrows when the flag is true; false filters nothing, as in Camunda. */
export function flag(condition: Sql): Filter {
  return (value, context) => (isGiven(value) && readBoolean(value, context) === true ? [condition] : [])
}

/** Belongs to another parameter, which reads it. */
export const option: Filter = () => []

export function isFlagged(context: FilterContext, name: string): boolean {
  const value = context.other(name)
  return isGiven(value) && readBoolean(value, { name, origin: context.origin }) === true
}

// --- together -----------------------------------------------------------------------------------

export interface FilterRequest {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly origin: Origin
  readonly workplaceId: string
  readonly user: QueryUser
  readonly isOr?: boolean
}

/** The conditions of all parameters that the query knows; others are ignored. */
export function listConditions(
  filters: Filters,
  { parameters, origin, workplaceId, user, isOr = false }: FilterRequest,
): Sql[] {
  const other = (name: string) => parameters[name]
  return Object.entries(filters).flatMap(([name, filter]) =>
    Object.hasOwn(parameters, name) ? filter(parameters[name], { name, origin, workplaceId, user, other, isOr }) : [],
  )
}

export function allOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

export function anyOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

function list(conditions: Sql | readonly Sql[]): readonly Sql[] {
  return Array.isArray(conditions) ? conditions : [conditions as Sql]
}
