import { sql } from 'kysely'
import { type Call, get, pathOf, type Route } from '../http/call.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { asId, type Sql } from '../query/filters.ts'
import { findRow, fromQuery, type ListQuery, listRoutes } from '../query/list-query.ts'
import { presentBytes } from '../variables/variable-routes.ts'
import { elementHistoryQuery } from './element-history.ts'
import { instanceHistoryQuery } from './instance-history.ts'
import { taskHistoryQuery } from './task-history.ts'
import { variableHistoryQuery } from './variable-history.ts'

export const historyRoutes: readonly Route[] = [
  ...listRoutes('/history/process-instance', instanceHistoryQuery),
  get('/history/process-instance/:id', (call) =>
    getOne(
      call,
      instanceHistoryQuery,
      (id) => sql`q.id = ${id}::uuid`,
      (id) => `Historic process instance with id ${id} does not exist`,
    ),
  ),
  ...listRoutes('/history/activity-instance', elementHistoryQuery),
  get('/history/activity-instance/:id', (call) =>
    getOne(
      call,
      elementHistoryQuery,
      (id) => sql`q.id = ${id}::uuid`,
      (id) => `Historic activity instance with id '${id}' does not exist`,
    ),
  ),
  ...listRoutes('/history/task', taskHistoryQuery),
  ...listRoutes('/history/variable-instance', variableHistoryQuery),
  get('/history/variable-instance/:id', (call) =>
    getOne(call, variableHistoryQuery, (id) => sql`h.variable_id = ${id}::uuid`, variableMissing),
  ),
  get('/history/variable-instance/:id/data', getVariableData),
]

function variableMissing(id: string): string {
  return `Historic variable instance with Id '${id}' does not exist.`
}

/** One row of a list by its id, shown as in the list. */
export async function getOne<Row>(
  call: Call,
  query: ListQuery<Row>,
  condition: (id: string) => Sql,
  missing: (id: string) => string,
): Promise<unknown> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.withTransaction(workplaceId, (tx) =>
    findRow(tx, query, workplaceId, condition(asId(id))),
  )
  if (row === undefined) throw notFound(missing(id))
  return query.present?.(row, fromQuery(call)) ?? row
}

async function getVariableData(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.withTransaction(workplaceId, (tx) =>
    findRow(tx, variableHistoryQuery, workplaceId, sql`h.variable_id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(variableMissing(id))
  if (row.bytes === null) throw invalid(`Value of variable with id ${id} is not a binary value.`)
  return presentBytes(row, row.bytes)
}
