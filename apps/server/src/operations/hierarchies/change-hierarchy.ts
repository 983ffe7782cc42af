import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { columnsOf, type HierarchyFields, type HierarchyRow, hierarchyRecord } from './hierarchy.ts'

export interface HierarchyChange extends HierarchyFields {
  readonly id: string
  /** The revision that was read before; undefined: any. */
  readonly revision: number | undefined
}

/** Changes a hierarchy. The setting for provisioned users follows a new name. @returns null on success. */
export function changeHierarchy(
  context: OperationContext,
  request: Request,
  { id, revision, ...fields }: HierarchyChange,
): Promise<Refusal | null> {
  return change(context, request, hierarchyRecord, {
    ref: id,
    revision,
    columns: async (tx, row) => {
      if (row.name !== fields.name && row.disabled_at === null)
        await renameInSettings(tx, row, { name: fields.name, at: context.clock(), by: request.user.username })
      return columnsOf(fields)
    },
  })
}

/** Lets the setting that names a hierarchy follow its new name, so that provisioned users are still placed in it. */
async function renameInSettings(
  tx: Tx,
  { workplace_id, name: before }: HierarchyRow,
  { name, at, by }: { readonly name: string; readonly at: Date; readonly by: string },
): Promise<void> {
  await runSql(
    tx,
    sql`update setting set value = to_jsonb(${name}::text), revision = revision + 1, updated_at = ${at.toISOString()}, updated_by = ${by} where workplace_id = ${workplace_id} and key = 'scim.hierarchy'
      and lower(value #>> '{}') = lower(${before})`,
  )
}
