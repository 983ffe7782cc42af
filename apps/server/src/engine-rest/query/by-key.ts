import type { ListQuery, QueryScope } from './list-query.ts'

/** The filters that API clients often use while they work; each has an index that finds few rows. */
const keys = new Set(['processInstanceId', 'taskId', 'jobId', 'externalTaskId', 'incidentId'])
const paging = new Set(['firstResult', 'maxResults'])

/**
 * Returns whether a query only has a key. Other queries are not prepared, because a connection would have to keep too
 * many of them.
 */
export function isByKey<Row>({ filters }: ListQuery<Row>, { parameters }: QueryScope): boolean {
  const [name, ...more] = Object.keys(parameters).filter((parameter) => !paging.has(parameter))
  return name !== undefined && more.length === 0 && keys.has(name) && Object.hasOwn(filters, name)
}
