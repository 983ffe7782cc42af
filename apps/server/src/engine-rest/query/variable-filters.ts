import { sql } from 'kysely'
import { isLike, isLikeIgnoringCase } from '../../platform/list/conditions.ts'
import { numberTypes, plainEquals } from '../../runtime/load/variable-equals.ts'
import { invalid } from '../http/rest-refusal.ts'
import { readTime } from '../values/time.ts'
import { type Filter, type FilterContext, isFlagged, type Sql } from './filters.ts'
import { asText, readObjects } from './read-parameter.ts'

export interface VariableConditions {
  /** The kind of variable in the error of an operator: `Invalid ${what} comparator specified`. */
  readonly what: 'variable' | 'process variable' | 'task variable' | 'case variable'
  readonly operators: readonly Operator[]
  /** `from … where …` that has the variables of a row, as `v` with `name`, `type`, `value` and `number`. */
  readonly source: (name: string, context: FilterContext) => Sql
}

export type Operator = 'eq' | 'neq' | 'gt' | 'gteq' | 'lt' | 'lteq' | 'like' | 'notLike'

export const comparing: readonly Operator[] = ['eq', 'neq', 'gt', 'gteq', 'lt', 'lteq', 'like']

interface Condition {
  readonly name: string
  readonly operator: Operator
  readonly value: unknown
}

/**
 * Returns the filter for rows that have variables with certain values. Each condition needs a variable with its name.
 */
export function variablesFilter({ what, operators, source }: VariableConditions): Filter {
  return (value, context) =>
    readConditions(value, context, what, operators).map(({ name, operator, value: wanted }) => {
      const named = isFlagged(context, 'variableNamesIgnoreCase')
        ? sql`lower(v.name) = lower(${name})`
        : sql`v.name = ${name}`
      return sql`exists (select 1 ${source(name, context)} and ${named} and ${compare(operator, wanted, isFlagged(context, 'variableValuesIgnoreCase'))})`
    })
}

function readConditions(
  value: unknown,
  { origin }: FilterContext,
  what: string,
  operators: readonly Operator[],
): Condition[] {
  if (value === undefined || value === null || value === '') return []
  const given =
    origin === 'query'
      ? String(value).split(',').map(readExpression)
      : readObjects(value, { name: 'the variables of a query' })
  return given.map(({ name, operator, value: wanted }) => {
    if (!operators.includes(operator as Operator))
      throw invalid(`Invalid ${what} comparator specified: ${asText(operator)}`)
    return { name: asText(name), operator: operator as Operator, value: readWanted(wanted) }
  })
}

/** `NAME_OPERATOR_VALUE`. */
function readExpression(text: string): { name: unknown; operator: unknown; value: unknown } {
  const [name, operator, value, ...more] = text.split('_')
  if (value === undefined || more.length > 0)
    throw invalid('variable query parameter has to have format KEY_OPERATOR_VALUE.')
  return { name, operator, value }
}

/** A text that is a time means the time. */
function readWanted(value: unknown): unknown {
  return typeof value === 'string' ? (readTime(value) ?? value) : value
}

function compare(operator: Operator, value: unknown, ignoresCase: boolean): Sql {
  if (operator === 'eq') return plainEquals(value, ignoresCase)
  if (operator === 'neq') return sql`not (${plainEquals(value, ignoresCase)})`
  if (operator === 'like' || operator === 'notLike') {
    if (typeof value !== 'string') throw invalid('Expected a text to compare by like, but the value is something else.')
    const matches = ignoresCase ? isLikeIgnoringCase(sql`v.value`, value) : isLike(sql`v.value`, value)
    return operator === 'like' ? sql`v.type = 'String' and ${matches}` : sql`v.type = 'String' and not (${matches})`
  }
  const sign = sql.raw(signs[operator])
  if (typeof value === 'number' || typeof value === 'bigint')
    return sql`v.type = any(${numberTypes}::text[]) and v.number ${sign} ${Number(value)}`
  if (value instanceof Date) return sql`v.type = 'Date' and v.number ${sign} ${value.getTime()}`
  if (typeof value === 'string') return sql`v.type = 'String' and v.value collate "C" ${sign} ${value}`
  throw invalid(`Booleans and null cannot be used in '${operatorNames[operator]}' condition`)
}

const signs = { gt: '>', gteq: '>=', lt: '<', lteq: '<=' } as const
const operatorNames = {
  gt: 'greater than',
  gteq: 'greater than or equal',
  lt: 'less than',
  lteq: 'less than or equal',
} as const
