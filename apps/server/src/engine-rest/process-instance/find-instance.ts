import { sql } from 'kysely'
import { type Call, pathOf } from '../http/call.ts'
import { notFound, type RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { findRow, runSql } from '../query/list-query.ts'
import type { FoundScope } from '../variables/variable-routes.ts'
import { type InstanceRow, instanceQuery } from './instance-query.ts'

export async function getInstance(call: Call): Promise<InstanceRow> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, instanceQuery, call.request, sql`i.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw instanceMissing(id)
  return row
}

export function instanceMissing(id: string): RestRefusal {
  return notFound(`Process instance with id ${id} does not exist`)
}

/** Finds the process instance in the path as a scope of variables. */
export async function findInstanceScope(call: Call): Promise<FoundScope | null> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ id: string; root_id: string }>(
      tx,
      sql`select id, root_id from instance where workplace_id = ${workplaceId}::uuid and id = ${asId(pathOf(call, 'id'))}::uuid`,
    ),
  )
  return row === undefined
    ? null
    : {
        rootId: row.root_id,
        instanceId: row.id,
        scopeId: row.id,
        elementId: null,
        target: { by: 'instance', id: row.id },
      }
}
