import { sql } from 'kysely'
import { type Call, get, pathOf, type Route } from '../http/call.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { findRow, fromQuery, listRoutes } from '../query/list-query.ts'
import { presentBytes } from '../variables/variable-routes.ts'
import { presentVariableInstance, type VariableInstanceRow, variableInstanceQuery } from './variable-query.ts'

export const variableInstanceRoutes: readonly Route[] = [
  ...listRoutes('/variable-instance', variableInstanceQuery),
  get('/variable-instance/:id', async (call) => presentVariableInstance(await getVariable(call), fromQuery(call))),
  get('/variable-instance/:id/data', async (call) => {
    const row = await getVariable(call)
    if (row.bytes === null) throw invalid(`Value of variable with id ${row.id} is not a binary value.`)
    return presentBytes(row, row.bytes)
  }),
]

async function getVariable(call: Call): Promise<VariableInstanceRow> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, variableInstanceQuery, workplaceId, sql`x.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(`Variable instance with Id '${id}' does not exist.`)
  return row
}
