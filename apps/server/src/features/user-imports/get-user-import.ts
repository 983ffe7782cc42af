import { type UserImport, type UserImportResult, type UserImportRow, userImportLimits } from '@millrace/contract'
import { sql } from 'kysely'
import { noSuchImport, refuseUserImport } from '../../operations/user-imports/policy.ts'
import { findImport, listProperties, type StoredImport } from '../../operations/user-imports/user-import.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

interface Found {
  readonly item: UserImport | null
  readonly rows: UserImportRow[]
  readonly next: number | null
}

interface ImportRequest {
  readonly id?: string | undefined
  readonly result?: UserImportResult | undefined
  readonly after: number
}

/** Reads an import of the caller with a page of its rows. Refuses with `thing.not-found`. */
export function readUserImport(
  db: Database,
  request: Request,
  { id, result, after }: ImportRequest,
): Promise<Found | Refusal> {
  return db.read(request, async (tx) => {
    const refusal = refuseUserImport(request.user)
    if (refusal !== null) return refusal
    const found = await findImport(tx, request.user, id ?? null)
    if (found === null) return id === undefined ? { item: null, rows: [], next: null } : noSuchImport()
    const rows = await readRows(tx, found, { result, after, size: userImportLimits.page + 1 })
    const shown = rows.slice(0, userImportLimits.page)
    return {
      item: await present(tx, found),
      rows: shown,
      next: rows.length > shown.length ? (shown.at(-1)?.position ?? null) : null,
    }
  })
}

/** Returns an import after a change of it. */
export function getUserImport(db: Database, request: Request, id: string): Promise<UserImport | Refusal> {
  return db.read(request, async (tx) => {
    const found = await findImport(tx, request.user, id)
    return found === null ? noSuchImport() : present(tx, found)
  })
}

/** Reads the rows that were checked or imported, in their order. */
export async function readRows(
  tx: Tx,
  { workplace_id, id, mapping, key_field }: StoredImport,
  {
    result,
    after,
    size,
  }: { readonly result?: UserImportResult | undefined; readonly after: number; readonly size: number },
): Promise<UserImportRow[]> {
  const column = mapping.indexOf(key_field) + 1
  return runSql<UserImportRow>(
    tx,
    sql`select position, line, coalesce(cells[${column}::int], cells[1], '') as name, result, changes, message from user_import_row
      where workplace_id = ${workplace_id} and import_id = ${id} and position > ${after}
        and ${result === undefined ? sql`result is not null` : sql`result = ${result}`} order by position limit ${size}`,
  )
}

async function present(tx: Tx, row: StoredImport): Promise<UserImport> {
  const samples = await runSql<{ cells: string[] }>(
    tx,
    sql`select cells from user_import_row where workplace_id = ${row.workplace_id} and import_id = ${row.id} order by position limit 3`,
  )
  const properties = await listProperties(tx, row.workplace_id)
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    heads: [...row.heads],
    mapping: row.mapping.map((field) => (field === '' ? null : field)),
    key: row.key_field,
    samples: samples.map(({ cells }) => cells),
    properties: properties.map(({ key, name, isUnique }) => ({ key, name, isUnique })),
    notes: [...row.notes],
    rows: row.row_count,
    doneRows: Math.min(row.position, row.row_count),
    counts: {
      new: row.new_count,
      changed: row.changed_count,
      same: row.same_count,
      refused: row.refused_count,
    },
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}
