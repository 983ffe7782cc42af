import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { itemTables } from './kinds/columns.ts'
import { packageKindNames } from './kinds/index.ts'
import type { PackageRef } from './package-kind.ts'

/** Locks items against changes by others until the transaction ends, so that values read afterwards stay valid. */
export async function lockItems(
  tx: Tx,
  workplaceId: string,
  items: readonly (Pick<PackageRef, 'kind'> & { readonly id: string })[],
): Promise<void> {
  for (const kind of packageKindNames) {
    const ids = items.filter((item) => item.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    await runSql(
      tx,
      sql`select id from ${sql.table(itemTables[kind])} where workplace_id = ${workplaceId} and id = any(${ids}::uuid[]) order by id for update`,
    )
  }
}
