import { sql } from 'kysely'
import { allOf, anyOf, type Sql } from '../../platform/list/sql.ts'
import { invalid } from '../scim-error.ts'
import type { Comparison, Filter, FilterValue } from './parse-filter.ts'

/** An attribute that filters can compare. */
export interface FilteredAttribute {
  readonly type: 'text' | 'exact' | 'flag' | 'instant'
  /** The value in lower case, where a column has it. */
  readonly key?: Sql
  readonly sql: Sql
  /** One of several values of a resource: the condition on one of them becomes a condition on the resource. */
  readonly within?: (condition: Sql) => Sql
}

export type FilteredAttributes = Readonly<Record<string, FilteredAttribute>>

/**
 * Returns a filter as a condition. Values of the filter become parameters.
 *
 * @throws ScimError `invalidFilter` for an attribute that cannot be compared.
 */
export function filterSql(filter: Filter, attributes: FilteredAttributes, prefix = ''): Sql {
  switch (filter.kind) {
    case 'and':
      return allOf(filter.parts.map((part) => filterSql(part, attributes, prefix)))
    case 'or':
      return anyOf(filter.parts.map((part) => filterSql(part, attributes, prefix)))
    case 'not':
      return sql`not coalesce(${filterSql(filter.part, attributes, prefix)}, false)`
    case 'some':
      return filterSql(filter.filter, attributes, `${prefix}${filter.path}.`)
    case 'present': {
      const found = find(attributes, `${prefix}${filter.path}`)
      return wrap(found, sql`${found.sql} is not null`)
    }
    case 'compare': {
      const found = find(attributes, `${prefix}${filter.path}`)
      return wrap(found, compare(found, filter.operator, filter.value))
    }
  }
}

function find(attributes: FilteredAttributes, path: string): FilteredAttribute {
  const found = Object.hasOwn(attributes, path) ? attributes[path] : undefined
  if (found === undefined)
    throw invalid('invalidFilter', `Expected an attribute that can be filtered, but “${path}” cannot.`)
  return found
}

function wrap({ within }: FilteredAttribute, condition: Sql): Sql {
  return within === undefined ? condition : within(condition)
}

const signs = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const

function compare(attribute: FilteredAttribute, operator: Comparison, value: FilterValue): Sql {
  const { type, key, sql: column } = attribute
  if (value === null) return operator === 'ne' ? sql`${column} is not null` : sql`${column} is null`
  if (operator === 'ne') return sql`not coalesce(${compare(attribute, 'eq', value)}, false)`
  if (type === 'flag') {
    // Some clients write them as texts.
    const flag =
      typeof value === 'boolean' ? value : /^(?:true|false)$/i.exec(String(value))?.[0].toLowerCase() === 'true'
    if (operator !== 'eq') throw invalid('invalidFilter', 'Expected true or false to be compared with eq or ne.')
    return sql`${column} = ${flag}`
  }
  const text = String(value)
  if (type === 'instant') {
    const at = Date.parse(text)
    if (Number.isNaN(at) || !(operator in signs || operator === 'eq'))
      throw invalid('invalidFilter', 'Expected a time such as "2030-01-07T09:00:00Z" to be compared.')
    const sign = operator === 'eq' ? '=' : signs[operator as keyof typeof signs]
    return sql`date_trunc('milliseconds', ${column}) ${sql.raw(sign)} ${new Date(at).toISOString()}::timestamptz`
  }
  const isExact = type === 'exact'
  const [left, right] = isExact ? [sql`${column}::text`, text] : [key ?? sql`lower(${column})`, text.toLowerCase()]
  switch (operator) {
    case 'eq':
      return sql`${left} = ${right}`
    case 'co':
      // As equal texts are: RFC 7644, 3.4.2.2. Accents count.
      return sql`strpos(${left}, ${right}::text) > 0`
    case 'sw':
      return sql`starts_with(${left}, ${right}::text)`
    case 'ew':
      return sql`right(${isExact ? sql`${column}::text` : sql`lower(${column})`}, ${right.length}) = ${right}`
    default:
      return sql`${left} ${sql.raw(signs[operator as keyof typeof signs])} ${right}`
  }
}
