import type { Database } from '../../../platform/db/database.ts'
import { type Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { findSchema } from '../schema-version.ts'
import { listWorkplaceTables, type WorkplaceTable } from '../workplace-tables.ts'

/**
 * Refused when rows of the source do not fit into the tables of the target: rows are copied by the order of their
 * columns.
 */
export async function refuseOtherTables(source: Database, target: Database): Promise<Refusal | null> {
  const [from, to] = [await describe(source), await describe(target)]
  if (from.schema !== to.schema)
    return refuse(
      'workplace.in-use',
      'Expected both databases to have the same tables, but one has the schema of another version. Start a server of this version, which migrates both. Nothing was moved.',
    )
  const other = findOther(from.tables, to.tables)
  if (other === null) return null
  return other.isOrder
    ? refuse(
        'workplace.in-use',
        `Expected the columns of ${other.name} in the same order in both databases, but the order differs. Nothing was moved. Export the workplace, delete it, and import the file into the other database.`,
      )
    : refuse(
        'workplace.in-use',
        `Expected both databases to have the same tables, but ${other.name} is in one of them only, or has other columns, although both have the same schema. Somebody has changed it by hand: undo that. Nothing was moved.`,
      )
}

async function describe(db: Database): Promise<{ schema: string; tables: readonly WorkplaceTable[] }> {
  const client = await db.pool.connect()
  try {
    return { schema: await findSchema(client), tables: await listWorkplaceTables(client) }
  } finally {
    client.release()
  }
}

/** Finds a table that differs, one with other columns first. */
function findOther(
  source: readonly WorkplaceTable[],
  target: readonly WorkplaceTable[],
): { readonly name: string; readonly isOrder: boolean } | null {
  const columnsIn = (tables: readonly WorkplaceTable[]) => new Map(tables.map(({ name, columns }) => [name, columns]))
  const [from, to] = [columnsIn(source), columnsIn(target)]
  const names = [...new Set([...from.keys(), ...to.keys()])].toSorted()
  const differs = (present: (columns: readonly string[]) => readonly string[]) =>
    names.find((name) => present(from.get(name) ?? []).join() !== present(to.get(name) ?? []).join())
  const changed = differs((columns) => columns.toSorted())
  if (changed !== undefined) return { name: changed, isOrder: false }
  const moved = differs((columns) => columns)
  return moved === undefined ? null : { name: moved, isOrder: true }
}
