import { type Filter, type Filters, isAfter, isAt, isBefore, type Sql } from '../query/filters.ts'
import { evaluateQueryExpression } from '../query/query-expression.ts'
import { readText } from '../query/read-parameter.ts'
import { isWritableTime, presentTime } from '../values/time.ts'

/** Returns the filters `NAME`, and `NAMEExpression`, whose value is evaluated first. */
export function expressible(name: string, filter: Filter): Filters {
  return {
    [name]: filter,
    [`${name}Expression`]: (value, context) => {
      if (value === undefined || value === null) return []
      const evaluated = evaluateQueryExpression(readText(value, context), context.user)
      const isTime = evaluated instanceof Date && isWritableTime(evaluated)
      return filter(isTime ? presentTime(evaluated) : evaluated, { ...context, origin: 'body' })
    },
  }
}

/** Returns the filters of a time: at, after and before it, each also with an expression. */
export function timeFilters(name: string, at: string, column: Sql): Filters {
  return {
    ...expressible(at, isAt(column)),
    ...expressible(`${name}After`, isAfter(column)),
    ...expressible(`${name}Before`, isBefore(column)),
  }
}
