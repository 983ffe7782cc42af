import type { OrderTerm } from '../../platform/list/relation.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import type { Sql } from './filters.ts'
import { asText, readObjects } from './read-parameter.ts'

/** The sorts of a list: columns, or columns that depend on parameters of the sorting. */
export type Sorts = Readonly<
  Record<string, Sql | Required | ((parameters: Readonly<Record<string, unknown>>, workplaceId: string) => Sql)>
>

/** A column that is never null. PostgreSQL only uses an index for sorting when the order does not mention nulls. */
export interface Required {
  readonly required: Sql
}

export const required = (column: Sql): Required => ({ required: column })

/** One requested sort key, with its SQL. */
export interface SortTerm extends OrderTerm {
  readonly name: string
}

interface Sorting {
  readonly sortBy?: unknown
  readonly sortOrder?: unknown
  readonly parameters?: unknown
}

/** Reads `sortBy` and `sortOrder` of a query string, which need each other. */
export function readQuerySorting(
  { sortBy, sortOrder }: Readonly<Record<string, string>>,
  sorts: Sorts,
  workplaceId: string,
): SortTerm[] {
  if (sortBy === undefined && sortOrder === undefined) return []
  if (sortBy === undefined || sortOrder === undefined)
    throw invalid('Only a single sorting parameter specified. sortBy and sortOrder required')
  if (!Object.hasOwn(sorts, sortBy)) throw invalid(`Cannot set query parameter 'sortBy' to value '${sortBy}'`)
  const direction = directionOf(sortOrder)
  if (direction === null) throw invalid(`Cannot set query parameter 'sortOrder' to value '${sortOrder}'`)
  return [orderBy(sorts, sortBy, {}, direction, workplaceId)]
}

/**
 * Reads `sorting` of a body: a list of sort keys, the first of which has the highest priority.
 *
 * @param namesUnknown whether the refusal of an unknown `sortBy` contains its name.
 */
export function readBodySorting(
  body: Readonly<Record<string, unknown>>,
  sorts: Sorts,
  workplaceId: string,
  namesUnknown = false,
): SortTerm[] {
  const sortings = body.sorting
  if (sortings === undefined || sortings === null) return []
  return readObjects(sortings, { name: 'sorting' }).map(({ sortBy, sortOrder, parameters }: Sorting) => {
    if (typeof sortBy !== 'string' || !Object.hasOwn(sorts, sortBy)) {
      if (namesUnknown) throw invalid(`sortBy parameter has invalid value: ${asText(sortBy)}`)
      throw incomplete(
        'You should call any of the orderBy methods first before specifying a direction: currentOrderingProperty is null',
      )
    }
    const direction = directionOf(sortOrder)
    if (direction === null)
      throw incomplete('Invalid query: call asc() or desc() after using orderByXX(): direction is null')
    return orderBy(sorts, sortBy, (parameters ?? {}) as Record<string, unknown>, direction, workplaceId)
  })
}

function incomplete(message: string): RestRefusal {
  return new RestRefusal(400, 'NotValidException', message, 0)
}

function directionOf(sortOrder: unknown): 'asc' | 'desc' | null {
  return sortOrder === 'asc' || sortOrder === 'desc' ? sortOrder : null
}

/** Returns an order in which rows without a value come first when it is ascending. */
function orderBy(
  sorts: Sorts,
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  direction: 'asc' | 'desc',
  workplaceId: string,
): SortTerm {
  const sort = sorts[name] as Sorts[string]
  const isDescending = direction === 'desc'
  if (typeof sort === 'object' && 'required' in sort) return { name, expression: sort.required, isDescending }
  const expression = typeof sort === 'function' ? sort(parameters, workplaceId) : sort
  return { name, expression, isDescending, nulls: isDescending ? 'last' : 'first' }
}
