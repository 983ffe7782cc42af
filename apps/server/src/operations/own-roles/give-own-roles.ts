import { allRoleNames } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { Account } from '../users/accounts.ts'

/** Returns the keys of the own roles that are given to a user directly, in order. */
export async function listGivenOwnRoles(
  tx: Tx,
  { workplaceId, id }: Pick<Account, 'workplaceId' | 'id'>,
): Promise<string[]> {
  const rows = await runSql<{ role: string }>(
    tx,
    sql`select role from user_role where workplace_id = ${workplaceId} and user_id = ${id} and role <> all(${[...allRoleNames]}::text[])
      order by role collate "C"`,
  )
  return rows.map(({ role }) => role)
}

/**
 * Replaces the own roles of a locked account. An account can keep a disabled role, but cannot get one, because the role
 * would give its permissions when it is restored. The caller checks permissions before and after. Refuses with
 * `thing.not-found`.
 */
export async function writeOwnRoles(tx: Tx, account: Account, keys: readonly string[]): Promise<Refusal | null> {
  const { workplaceId, id } = account
  const held = await listGivenOwnRoles(tx, account)
  const added = [...new Set(keys)].filter((key) => !held.includes(key))
  const removed = held.filter((key) => !keys.includes(key))
  if (added.length > 0) {
    const known = await runSql<{ key: string }>(
      tx,
      sql`select key from own_role where workplace_id = ${workplaceId} and key = any(${added}::text[]) and not is_disabled for key share`,
    )
    const missing = added.find((key) => !known.some((one) => one.key === key))
    if (missing !== undefined)
      return refuse(
        'thing.not-found',
        `Expected an own role “${missing}” that is in use, but there is none. Choose again.`,
        [{ where: 'ownRoles', message: 'Choose an own role that is in use.' }],
      )
    await runSql(
      tx,
      sql`insert into user_role (workplace_id, user_id, role) select ${workplaceId}, ${id}, unnest(${added}::text[]) on conflict do nothing`,
    )
  }
  if (removed.length > 0)
    await runSql(
      tx,
      sql`delete from user_role where workplace_id = ${workplaceId} and user_id = ${id} and role = any(${removed}::text[])`,
    )
  return null
}
