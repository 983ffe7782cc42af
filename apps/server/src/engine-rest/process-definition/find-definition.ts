import { sql } from 'kysely'
import { type Call, pathOf } from '../http/call.ts'
import { failed, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { findRow } from '../query/list-query.ts'
import { type DefinitionRow, definitionQuery } from './definition-query.ts'

/** The three paths of a definition: by id, by key, and by key and tenant. */
export const definitionPaths = [
  '/process-definition/:id',
  '/process-definition/key/:key',
  '/process-definition/key/:key/tenant-id/:tenantId',
] as const

/**
 * Returns the definition in the path: by its id, or the latest version of a key, without a tenant or of exactly one.
 */
export async function getDefinition(
  call: Call,
  missing: (id: string) => Error = definitionMissing,
): Promise<DefinitionRow> {
  const { key, tenantId } = call.path
  const condition =
    key === undefined
      ? sql`d.id = ${asId(pathOf(call, 'id'))}::uuid`
      : sql`d.key = ${key} and d.tenant_id is not distinct from ${tenantId ?? null} and d.version = (select max(o.version) from process_definition o
          where o.workplace_id = d.workplace_id and o.key = d.key and o.tenant_id is not distinct from d.tenant_id)`
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, definitionQuery, call.request, condition, key === undefined ? 'definition_by_id' : 'definition_by_key'),
  )
  if (row !== undefined) return row
  if (key === undefined) throw missing(pathOf(call, 'id'))
  throw failed(
    404,
    `No matching process definition with key: ${key} and ${tenantId === undefined ? 'no tenant-id' : `tenant-id: ${tenantId}`}`,
    null,
  )
}

/** Returns the definition of an id; undefined when it does not exist. */
export function findDefinition(call: Call, id: string): Promise<DefinitionRow | undefined> {
  return call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, definitionQuery, call.request, sql`d.id = ${asId(id)}::uuid`, 'definition_by_id'),
  )
}

/** Returns the refusal of calls that pass the error of Camunda's engine on as it is. */
export function unknownToEngine(id: string): RestRefusal {
  return new RestRefusal(
    400,
    'NotFoundException',
    `no deployed process definition found with id '${id}': processDefinition is null`,
    0,
  )
}

function definitionMissing(id: string): Error {
  return notFound(`No matching definition with id ${id}`)
}
