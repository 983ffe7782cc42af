import type { Role } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Replaces the roles that a group gives directly. */
export async function writeRoles(
  tx: Tx,
  workplaceId: string,
  { groupId, roles }: { readonly groupId: string; readonly roles: readonly Role[] },
): Promise<void> {
  const names = [...roles]
  await runSql(
    tx,
    sql`delete from group_role where workplace_id = ${workplaceId} and group_id = ${groupId} and role <> all(${names}::text[])`,
  )
  await runSql(
    tx,
    sql`insert into group_role (workplace_id, group_id, role) select ${workplaceId}::uuid, ${groupId}::uuid, unnest(${names}::text[]) on conflict do nothing`,
  )
}
