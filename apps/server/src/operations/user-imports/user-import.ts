import type { UserImportField, UserImportState } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { runSql } from '../../platform/list/sql.ts'

export interface StoredImport {
  readonly workplace_id: string
  readonly id: string
  readonly user_id: string
  readonly file_name: string
  readonly state: UserImportState
  readonly heads: readonly string[]
  /** Empty: the column is left out. */
  readonly mapping: readonly (UserImportField | '')[]
  readonly key_field: UserImportField
  readonly notes: readonly string[]
  readonly row_count: number
  readonly position: number
  readonly new_count: number
  readonly changed_count: number
  readonly same_count: number
  readonly refused_count: number
  readonly created_at: Date
  readonly ended_at: Date | null
}

interface FindOptions {
  /** Other transactions that lock the import wait until this one ends. */
  readonly lock?: boolean
}

/** Finds an import of the user; without an id the last one. */
export async function findImport(
  tx: Tx,
  { workplaceId, id: userId }: Person,
  id: string | null,
  { lock = false }: FindOptions = {},
): Promise<StoredImport | null> {
  if (id !== null && !isUuid(id)) return null
  const [row] = await runSql<StoredImport>(
    tx,
    sql`select * from user_import where workplace_id = ${workplaceId} and user_id = ${userId} and ${id === null ? sql`true` : sql`id = ${id}`}
      order by created_at desc limit 1 ${lock ? sql`for update` : sql``}`,
  )
  return row ?? null
}

/** A user property to which a column of an import can be mapped. */
export interface ImportProperty {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly isUnique: boolean
}

/** Lists the user properties in use, by name. */
export function listProperties(tx: Tx, workplaceId: string): Promise<ImportProperty[]> {
  return runSql<ImportProperty>(
    tx,
    sql`select id, key, name, is_unique as "isUnique" from user_property where workplace_id = ${workplaceId} and not is_disabled order by name_key, id`,
  )
}

/** Returns the key of the user property in a field such as `property:KEY`; null for fields of the account. */
export function propertyOf(field: string): string | null {
  return field.startsWith('property:') ? field.slice('property:'.length) : null
}

/** Orders a job that checks or imports the rows when this is committed. */
export async function orderJob(tx: Tx, { workplaceId }: Person, id: string, at: Date): Promise<void> {
  await tx.batch([
    {
      name: 'user_import_order',
      text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, data, created_at)
        values ($1, $2, $2, 'user-import', 'user-import', $3, 3, 0, false, false, '{}', $3)
        on conflict (workplace_id, id) do update set due_at = excluded.due_at, locked_by = null, locked_until = null`,
      values: [workplaceId, id, at.toISOString()],
    },
  ])
}
