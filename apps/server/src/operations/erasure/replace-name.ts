import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { runSql } from '../../platform/list/sql.ts'
import { isNamed, type Replacement, replaceIn } from './named-column.ts'
import { namedColumns } from './named-columns.ts'
import { listParts } from './parts-of-tables.ts'

/**
 * Replaces a user name in history and records, and deletes rows that only concern the user: favourites, presence and
 * locks. Permissions on history compare user names, so a later user with the same name must not get those of the erased
 * user.
 *
 * @returns the number of replaced names.
 */
export async function replaceName(tx: Tx, workplaceId: string, { username, pseudonym }: Replacement): Promise<number> {
  let replaced = 0
  const partsOf = await listParts(
    tx,
    namedColumns.map(({ table }) => table),
    'change',
  )
  for (const named of namedColumns) {
    const { table, column } = named
    const value = replaceIn(named, { username, pseudonym })
    for (const part of partsOf(table)) {
      const [row] = await runSql<{ count: number }>(
        tx,
        sql`with changed as (update ${sql.table(part)} as ${sql.table(table)} set ${sql.ref(column)} = ${value}
            where ${sql.table(table)}.workplace_id = ${workplaceId} and ${isNamed(named, username)} returning 1)
          select count(*)::int as count from changed`,
      )
      replaced += row?.count ?? 0
    }
  }
  await runSql(
    tx,
    sql`update user_property_value v set value = ${pseudonym}, unique_key = case when v.unique_key is not null then lower(${pseudonym}) end
      from user_property p where v.workplace_id = ${workplaceId} and v.text_key = left(lower(${username}), 255) and v.value = ${username}
        and p.workplace_id = v.workplace_id and p.id = v.property_id and p.type = 'user'`,
  )
  // Lists of ended instances by who is involved in them: nobody signs in under the new name.
  const readers = ['s', 't', 'c'].map((kind) => `${kind}:${username}`)
  await tx.queries(
    kysely.deleteFrom('instance_listing').where('workplace_id', '=', workplaceId).where('reader', 'in', readers),
    kysely.deleteFrom('process_favourite').where('workplace_id', '=', workplaceId).where('username', '=', username),
    kysely.deleteFrom('task_viewer').where('workplace_id', '=', workplaceId).where('username', '=', username),
    kysely.deleteFrom('design_lock').where('workplace_id', '=', workplaceId).where('username', '=', username),
  )
  return replaced
}
