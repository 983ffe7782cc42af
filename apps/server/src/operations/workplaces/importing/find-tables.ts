import type { Database } from '../../../platform/db/database.ts'
import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { findSchema } from '../schema-version.ts'
import type { ReadManifest } from '../verify-export.ts'
import { listWorkplaceTables, type WorkplaceTable } from '../workplace-tables.ts'

/** Finds the tables of the database. Refused when the export has another schema: nobody would migrate its rows. */
export async function findTables(
  home: Database,
  { schema, tables }: ReadManifest,
): Promise<WorkplaceTable[] | Refusal> {
  const client = await home.pool.connect()
  try {
    const own = await findSchema(client)
    if (BigInt(schema) > BigInt(own))
      return refuse(
        'request.invalid',
        'Expected an export of this version, but a newer version of Millrace wrote it. Update this installation first.',
      )
    if (schema !== own)
      return refuse(
        'request.invalid',
        'Expected an export of this version, but an older version of Millrace wrote it. Import it with that version, update that installation, and export it again.',
      )
    const known = await listWorkplaceTables(client)
    const isKnown = ({ name, columns }: { readonly name: string; readonly columns: readonly string[] }) => {
      const table = known.find((one) => one.name === name)
      return table !== undefined && columns.every((column) => table.columns.includes(column))
    }
    const unknown = tables.find((table) => !isKnown(table))
    if (unknown === undefined) return known
    return refuse(
      'request.invalid',
      `Expected an export of this version, but its table ${unknown.name} or a column of it is unknown here.`,
    )
  } finally {
    client.release()
  }
}
