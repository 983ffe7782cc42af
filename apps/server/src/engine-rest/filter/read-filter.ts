import type { FilterFields } from '../../operations/filters/filter.ts'
import { asBody, bodyOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid } from '../http/rest-refusal.ts'
import { scopeOf } from '../query/list-query.ts'
import { conditionOf } from '../query/list-sql.ts'
import { isGiven, readObjects } from '../query/read-parameter.ts'
import { readBodySorting } from '../query/sorting.ts'
import { taskQuery } from '../task/task-query.ts'

/** Reads a filter of a request: a name and a valid query for tasks. @throws RestRefusal */
export function readFilter(call: Call, doing: 'create' | 'update'): FilterFields {
  const body = bodyOf(call)
  const type = textOf(body, 'resourceType')
  if (type !== 'Task' && (doing === 'create' || type !== null)) {
    if (doing === 'create' && isGiven(body.name))
      throw invalid(`Unable to create filter with invalid resource type '${type}'`)
    if (doing === 'update') throw invalid(`Unable to update filter from resource type 'Task' to '${type}'`)
  }
  const name = textOf(body, 'name')
  if (name === null || name === '' || !isGiven(body.query))
    throw invalid(`Unable to ${doing} filter with invalid content`, 0)
  return {
    name,
    owner: textOf(body, 'owner'),
    query: readStoredQuery(call, asBody(body.query)),
    properties: isGiven(body.properties) ? asBody(body.properties) : null,
  }
}

/**
 * Returns the parameters of a stored query that are known and have a value, after a check that the query can be run.
 * @throws RestRefusal
 */
export function readStoredQuery(call: Call, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = pickKnown(given)
  conditionOf(taskQuery, scopeOf(call, known))
  const { orQueries, sorting } = given
  if (isGiven(sorting)) readBodySorting(given, taskQuery.sorts, call.actor.workplaceId)
  const either = isGiven(orQueries) ? readObjects(orQueries, { name: 'orQueries' }).map(pickKnown) : []
  if (either.length > 0) conditionOf(taskQuery, scopeOf(call, { orQueries: either }))
  return {
    ...known,
    ...(either.length > 0 && { orQueries: either }),
    ...(isGiven(sorting) && readObjects(sorting, { name: 'sorting' }).length > 0 && { sorting }),
  }
}

/**
 * Returns the fields of a query for tasks that Camunda has. A flag that is false does not limit the query, and is left
 * out.
 */
function pickKnown(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isKept = ([name, value]: readonly [string, unknown]) =>
    isGiven(value) && value !== false && Object.hasOwn(taskQuery.filters, name)
  return Object.fromEntries(Object.entries(given).filter(isKept))
}
