import { sql } from 'kysely'
import { type Call, get, pathOf, type Route } from '../http/call.ts'
import { notFound, type RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { findRow, fromQuery, listRoutes, runSql } from '../query/list-query.ts'
import type { BytesRow } from '../variables/select-variables.ts'
import { presentBytes } from '../variables/variable-routes.ts'
import {
  oneVariableQuery,
  presentVariableInstance,
  type VariableInstanceRow,
  variableInstanceQuery,
} from './variable-query.ts'

export const variableInstanceRoutes: readonly Route[] = [
  ...listRoutes('/variable-instance', variableInstanceQuery),
  get('/variable-instance/:id', async (call) => presentVariableInstance(await getVariable(call), fromQuery(call))),
  get('/variable-instance/:id/data', async (call) => {
    const row = await getBytes(call)
    return presentBytes(call, row, { table: 'variable', id: row.id, among: [row.rootId, row.revision] })
  }),
]

async function getBytes(call: Call): Promise<BytesRow & { readonly rootId: string }> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<BytesRow & { readonly rootId: string }>(
      tx,
      sql`select x.id, x.type, x.info, x.revision, x.root_id as "rootId", octet_length(x.bytes) as size from variable x
        where x.workplace_id = ${workplaceId}::uuid and x.id = ${asId(id)}::uuid`,
    ),
  )
  if (row === undefined) throw variableMissing(id)
  return row
}

function variableMissing(id: string): RestRefusal {
  return notFound(`Variable instance with Id '${id}' does not exist.`)
}

async function getVariable(call: Call): Promise<VariableInstanceRow> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, oneVariableQuery, call.request, sql`x.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw variableMissing(id)
  return row
}
