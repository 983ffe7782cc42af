import { sql } from 'kysely'
import {
  equals,
  equalsIgnoringCase,
  isLess,
  isLike as isLikePattern,
  isLikeIgnoringCase as isLikePatternIgnoringCase,
  isMore,
  isAtLeast as isNoLess,
  isAtMost as isNoMore,
  isNoIdOf as isNoneOfIds,
  isNoneOf as isNoneOfTexts,
  isOneIdOf as isOneOfIds,
  isOneOf as isOneOfTexts,
} from '../../platform/list/conditions.ts'
import { allOf, anyOf, type Sql } from '../../platform/list/sql.ts'
import { deriveId } from '../values/given-id.ts'
import type { QueryUser } from './query-expression.ts'
import {
  isGiven,
  type Named,
  type Origin,
  readBoolean,
  readDate,
  readInteger,
  readLong,
  readText,
  readTexts,
} from './read-parameter.ts'

export { allOf, anyOf, type Sql }

export interface FilterContext extends Named {
  readonly workplaceId: string
  /** The user who evaluates expressions. */
  readonly user: QueryUser
  /** Another parameter of the same query. */
  readonly other: (name: string) => unknown
  /** Inside of `orQueries`: one condition is enough. */
  readonly isOr: boolean
}

/** Returns the SQL conditions of a parameter; none when the parameter does not filter. */
export type Filter = (value: unknown, context: FilterContext) => readonly Sql[]

export type Filters = Readonly<Record<string, Filter>>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Returns the id of a row for the id of a client. A text that is not a UUID becomes the UUID that is derived for a task
 * with this id.
 */
export function asId(text: string): string {
  return uuid.test(text) ? text.toLowerCase() : deriveId(text)
}

export function isId(text: string): boolean {
  return uuid.test(text)
}

// --- one value ----------------------------------------------------------------------------------

export function textFilter(condition: (value: string, context: FilterContext) => Sql | readonly Sql[]): Filter {
  return (value, context) => (isGiven(value) ? asOne(condition(readText(value, context), context)) : [])
}

export const isText = (column: Sql) => textFilter((value) => equals(column, value))
export const isLike = (column: Sql) => textFilter((value) => isLikePattern(column, value))
export const isTextIgnoringCase = (column: Sql) => textFilter((value) => equalsIgnoringCase(column, value))
export const isLikeIgnoringCase = (column: Sql) => textFilter((value) => isLikePatternIgnoringCase(column, value))
export const isIdOf = (column: Sql) => textFilter((value) => sql`${column} = ${asId(value)}::uuid`)

export function integerFilter(condition: (value: number, context: FilterContext) => Sql | readonly Sql[]): Filter {
  return (value, context) => {
    const number = isGiven(value) ? readInteger(value, context) : null
    return number === null ? [] : asOne(condition(number, context))
  }
}

export const isNumber = (column: Sql) => integerFilter((value) => equals(column, value))
export const isAtLeast = (column: Sql) => integerFilter((value) => isNoLess(column, value))
export const isAtMost = (column: Sql) => integerFilter((value) => isNoMore(column, value))

/** Creates a filter for a column with whole numbers of 64 bits. */
function longFilter(condition: (value: number) => Sql): Filter {
  return (value, context) => {
    const number = isGiven(value) ? readLong(value, context) : null
    return number === null ? [] : [condition(number)]
  }
}

export const isLongAtLeast = (column: Sql) => longFilter((value) => isNoLess(column, value))
export const isLongAtMost = (column: Sql) => longFilter((value) => isNoMore(column, value))

export function dateFilter(condition: (value: Date) => Sql): Filter {
  return (value, context) => {
    const date = isGiven(value) ? readDate(value, context) : null
    return date === null ? [] : [condition(date)]
  }
}

export const isAt = (column: Sql) => dateFilter((value) => equals(column, value))
export const isBefore = (column: Sql) => dateFilter((value) => isLess(column, value))
export const isAfter = (column: Sql) => dateFilter((value) => isMore(column, value))

// --- lists --------------------------------------------------------------------------------------

export function textsFilter(condition: (values: string[], context: FilterContext) => Sql | readonly Sql[]): Filter {
  return (value, context) => (isGiven(value) ? asOne(condition(readTexts(value, context), context)) : [])
}

export const isOneOf = (column: Sql) => textsFilter((values) => isOneOfTexts(column, values))
export const isNoneOf = (column: Sql) => textsFilter((values) => isNoneOfTexts(column, values))
export const isOneIdOf = (column: Sql) => textsFilter((values) => isOneOfIds(column, values.map(asId)))
export const isNoIdOf = (column: Sql) => textsFilter((values) => isNoneOfIds(column, values.map(asId)))

// --- flags --------------------------------------------------------------------------------------

/** Returns the filter of a flag: true filters; false does not, as in Camunda. */
export function flag(condition: Sql): Filter {
  return (value, context) => (isGiven(value) && readBoolean(value, context) === true ? [condition] : [])
}

/** Returns the filter of a flag for both values. */
export function isFlag(condition: Sql): Filter {
  return (value, context) => {
    const wanted = isGiven(value) ? readBoolean(value, context) : null
    return wanted === null ? [] : [wanted ? condition : sql`not (${condition})`]
  }
}

/** A parameter that does not filter itself, because another parameter reads it. */
export const option: Filter = (value, context) => {
  if (isGiven(value)) readBoolean(value, context)
  return []
}

/** Returns the filter that applies the last flag that is true, as queries of Camunda do that keep a single state. */
export function lastFlag(states: Readonly<Record<string, Sql>>): Filters {
  const names = Object.keys(states)
  const isLast = (name: string, context: FilterContext) =>
    names.slice(names.indexOf(name) + 1).every((later) => !isFlagged(context, later))
  return Object.fromEntries(
    Object.entries(states).map(([name, condition]): [string, Filter] => [
      name,
      (value, context) => (isLast(name, context) ? flag(condition)(value, context) : flag(sql`true`)(value, context)),
    ]),
  )
}

/** Returns the name of the flag that `lastFlag` applies; undefined when none is true. */
export function findLastFlag(
  names: readonly string[],
  { parameters, origin }: Pick<FilterRequest, 'parameters' | 'origin'>,
): string | undefined {
  return names.findLast((name) => isGiven(parameters[name]) && readBoolean(parameters[name], { name, origin }) === true)
}

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

/** Returns the conditions of all known parameters of a query. Unknown parameters are ignored. */
export function listConditions(
  filters: Filters,
  { parameters, origin, workplaceId, user, isOr = false }: FilterRequest,
): Sql[] {
  const other = (name: string) => parameters[name]
  return Object.entries(filters).flatMap(([name, filter]) =>
    Object.hasOwn(parameters, name) ? filter(parameters[name], { name, origin, workplaceId, user, other, isOr }) : [],
  )
}

/** One condition of what has to hold together, because only one of several has to hold in `orQueries`. */
function asOne(conditions: Sql | readonly Sql[]): readonly Sql[] {
  return [Array.isArray(conditions) ? allOf(conditions) : (conditions as Sql)]
}
