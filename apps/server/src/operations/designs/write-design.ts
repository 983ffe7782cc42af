import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { DesignRow, DesignText } from './design-kind.ts'
import type { DesignTables, VersionTable } from './design-tables.ts'

export interface NewVersion {
  readonly id: string
  readonly version: number
  readonly design: DesignText
  readonly note: string | null
  /** The version whose text it has again; null for a new text. */
  readonly restoredFrom: number | null
  readonly savedAt: Date
}

/**
 * Returns the name of the prepared statement that inserts a design. When several designs are saved together,
 * `findFailed` uses the name to find the design that failed.
 */
export function insertName({ table }: DesignTables): string {
  return `${table}_insert`
}

interface Inserted {
  readonly id: string
  readonly applicationId: string | null
  readonly name: string
  readonly version: number
  /** The values of the columns of the kind, by name. */
  readonly columns: object
  readonly at: Date
}

/** Returns the statement that inserts the row of a design. */
export function insertStatement(
  { workplaceId, username }: Person,
  tables: DesignTables,
  { id, applicationId, name, version, columns, at }: Inserted,
): Statement {
  const own = tables.columns.map((_, index) => `$${index + 8}`)
  return {
    name: insertName(tables),
    text: `insert into ${tables.table} (workplace_id, id, application_id, name, version, created_at, created_by, updated_at, updated_by, ${tables.columns.join(', ')})
      values ($1, $2, $3, $4, $5, $6, $7, $6, $7, ${own.join(', ')})`,
    values: [
      workplaceId,
      id,
      applicationId,
      name,
      version,
      at.toISOString(),
      username,
      ...valuesOf(tables.columns, columns),
    ],
  }
}

/** Returns the statement that updates the row of a design, which is locked. */
export function updateStatement(
  { username }: Person,
  tables: DesignTables,
  { row, at }: { readonly row: DesignRow; readonly at: Date },
): Statement {
  const own = tables.columns.map((column, index) => `${column} = $${index + 8}`)
  const { workplace_id, id, name, revision, version } = row
  return {
    name: `${tables.table}_update`,
    text: `update ${tables.table} set name = $3, revision = $4, version = $5, updated_at = $6, updated_by = $7, ${own.join(', ')}
      where workplace_id = $1 and id = $2`,
    values: [workplace_id, id, name, revision, version, at.toISOString(), username, ...valuesOf(tables.columns, row)],
  }
}

/** Returns the statement that inserts a version of a design. */
export function versionStatement(
  { workplaceId, username }: Pick<Person, 'workplaceId' | 'username'>,
  { versions }: DesignTables,
  { id, version, design: { text, more = [] }, note, restoredFrom, savedAt }: NewVersion,
): Statement {
  const own = columnsOf(versions).map((_, index) => `$${index + 8}`)
  return {
    name: `${versions.table}_insert`,
    text: `insert into ${versions.table} (workplace_id, ${versions.id}, version, note, restored_from, saved_at, saved_by, ${columnsOf(versions).join(', ')})
      values ($1, $2, $3, $4, $5, $6, $7, ${own.join(', ')})`,
    values: [workplaceId, id, version, note, restoredFrom, savedAt.toISOString(), username, text, ...more],
  }
}

interface CopiedVersion {
  readonly id: string
  readonly source: Pick<DesignRow, 'id' | 'version'>
  readonly note: string
  readonly savedAt: Date
}

/** Returns the statement that inserts version 1 of a copy, with the unchanged text of its source. */
export function copyVersionStatement(
  { workplaceId, username }: Person,
  { versions }: DesignTables,
  { id, source, note, savedAt }: CopiedVersion,
): Statement {
  return {
    name: `${versions.table}_copy`,
    text: `insert into ${versions.table} (workplace_id, ${versions.id}, version, note, saved_at, saved_by, ${columnsOf(versions).join(', ')})
      select workplace_id, $2::uuid, 1, $5::text, $6::timestamptz, $7::text, ${columnsOf(versions).join(', ')}
      from ${versions.table} where workplace_id = $1 and ${versions.id} = $3 and version = $4`,
    values: [workplaceId, id, source.id, source.version, note, savedAt.toISOString(), username],
  }
}

function columnsOf({ text, more }: VersionTable): readonly string[] {
  return [text, ...more]
}

function valuesOf(columns: readonly string[], from: object): unknown[] {
  const values = new Map<string, unknown>(Object.entries(from))
  return columns.map((column) => values.get(column) ?? null)
}
