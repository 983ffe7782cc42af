import type { ListDescription, ListFilter, ListQuery, SetFilter, SortKey } from '@millrace/contract'
import { writeSort } from '@millrace/contract/list-state'
import { sql } from 'kysely'
import type { Person } from '../auth/user.ts'
import { begins, contains, equals, isAtLeast, isAtMost, isLess, isNoneOf, isOneOf } from './conditions.ts'
import { type Bound, isBeyond, type Key, type OrderKey } from './keys.ts'
import type { Relation } from './relation.ts'
import type { Ask, FilterSource, ListSource } from './source.ts'
import type { Sql } from './sql.ts'

type AnySource = Pick<
  ListSource<ListDescription, never, unknown>,
  'list' | 'columns' | 'from' | 'where' | 'keys' | 'id' | 'filters' | 'search'
>

/**
 * Creates the description of a query for the source of a list. `isBackwards` reads the rows before the bound, in
 * reverse order.
 */
export function createAsk(
  source: Pick<AnySource, 'list' | 'keys'>,
  {
    user,
    query,
    bound = null,
    limit,
    isBackwards = false,
  }: {
    readonly user: Person
    readonly query: ListQuery
    readonly bound?: Bound | null
    readonly limit: number
    readonly isBackwards?: boolean
  },
): Ask {
  const order = listSortKeys(source.list, query).map(({ name, isDescending }): OrderKey => {
    const key = source.keys[name]
    if (key === undefined) throw new Error(`Expected ${source.list.name} to have the key ${name}, but it has not.`)
    return { ...key, isDescending: isDescending !== isBackwards, isReversed: isBackwards }
  })
  return { user, query, order, bound, limit }
}

/** Returns the sort keys of a query, or the default ones of the list. */
export function listSortKeys(list: ListDescription, { sort }: ListQuery): readonly SortKey[] {
  if (sort.length > 0) return sort
  return list.order.map((part) => ({ name: part.replace(/^-/, ''), isDescending: part.startsWith('-') }))
}

export function nameOrder(list: ListDescription, query: ListQuery): string {
  return writeSort(listSortKeys(list, query))
}

/**
 * Returns the sort order with the id, which makes it unique and has the direction of the last key, so that one index
 * serves both directions.
 */
export function fullOrder({ id }: { readonly id: Key }, { order }: Ask): OrderKey[] {
  const last = order.at(-1)
  return [...order, { ...id, isDescending: last?.isDescending ?? false, isReversed: last?.isReversed ?? false }]
}

/** Returns the relation of the rows that match a query, from its bound on. */
export function relationOf(source: AnySource, ask: Ask): Relation {
  return {
    columns: source.columns,
    from: source.from(ask),
    where: [
      ...(source.where?.(ask) ?? []),
      ...narrow(source, ask),
      ...(ask.bound === null ? [] : [isBeyond(fullOrder(source, ask), ask.bound)]),
    ],
  }
}

function narrow({ list, filters, search }: Pick<AnySource, 'list' | 'filters' | 'search'>, ask: Ask): Sql[] {
  const { q, filters: set } = ask.query
  const conditions = set.map((filter) => {
    const source = filters[filter.name]
    const type = list.filters[filter.name]?.type
    if (source === undefined || type === undefined)
      throw new Error(`Expected ${list.name} to have the filter ${filter.name}, but it has not.`)
    return isSql(source) ? conditionOf(source, filter, type) : source(filter, ask)
  })
  return q === '' || search === undefined ? conditions : [...conditions, search(q, ask)]
}

function isSql(source: FilterSource): source is Sql {
  return 'toOperationNode' in source
}

/** Returns the condition of a filter on a column. */
function conditionOf(column: Sql, { operator, values }: SetFilter, type: ListFilter['type']): Sql {
  const [text = ''] = values
  const value = sql`${text}::${sql.raw(sqlTypes[type])}`
  switch (operator) {
    case 'contains':
      return contains(column, text)
    case 'begins':
      return begins(column, text)
    case 'from':
      return isAtLeast(column, value)
    case 'to':
      return isAtMost(column, value)
    case 'before':
      return isLess(column, value)
    case 'not':
      return isNoneOf(column, values)
    case 'is':
      return values.length > 1 ? isOneOf(column, values) : equals(column, value)
  }
}

const sqlTypes = {
  text: 'text',
  choice: 'text',
  reference: 'text',
  number: 'numeric',
  instant: 'timestamptz',
  day: 'date',
  flag: 'boolean',
  variable: 'text',
} as const satisfies Record<ListFilter['type'], string>

/** Returns the condition of a filter that selects several values which are not stored in a column, such as states. */
export function isAnyChoice(filter: SetFilter, conditions: Readonly<Record<string, Sql>>): Sql {
  const some = sql.join(
    filter.values.map((value) => sql`(${conditions[value] ?? sql`false`})`),
    sql` or `,
  )
  return filter.operator === 'not' ? sql`not (${some})` : sql`(${some})`
}

/** Returns whether a query searches a text or the value of a variable. */
export function isFound({ q, filters }: ListQuery): boolean {
  return q !== '' || filters.some(({ name }) => name === 'variable')
}
