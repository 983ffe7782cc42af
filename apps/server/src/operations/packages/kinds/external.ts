import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import { runSql } from '../../../platform/list/sql.ts'

/** Returns the key of an object of an external system: the names of the system and of the object. */
export function keyWithin(system: string, name: string): string {
  return `${system}/${name}`
}

/** Finds the id of a connection or API by its name and the name of its external system; null when it does not exist. */
export async function findWithin(
  tx: Tx,
  workplaceId: string,
  { table, system, name }: { readonly table: string; readonly system: string; readonly name: string },
): Promise<string | null> {
  const [row] = await runSql<{ id: string }>(
    tx,
    sql`select d.id from ${sql.table(table)} d join external_system s on s.workplace_id = d.workplace_id and s.id = d.system_id
      where d.workplace_id = ${workplaceId} and lower(s.name) = ${system.toLowerCase()} and lower(d.name) = ${name.toLowerCase()}`,
  )
  return row?.id ?? null
}
