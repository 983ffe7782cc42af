import { allRoleNames, type Role } from '@millrace/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

interface GivenRoles {
  readonly groupId: string
  /** Undefined: they stay as they are. */
  readonly roles: readonly Role[] | undefined
  /** Keys of roles that the workplace defines; undefined: they stay as they are. */
  readonly ownRoles: readonly string[] | undefined
}

/** Replaces the roles that a group gives directly. Refuses with `thing.not-found` an own role that is not in use. */
export async function writeRoles(
  tx: Tx,
  workplaceId: string,
  { groupId, roles, ownRoles }: GivenRoles,
): Promise<Refusal | null> {
  if (roles !== undefined) await replaceRoles(tx, workplaceId, { groupId, names: roles, isOwn: false })
  if (ownRoles === undefined) return null
  const known = await runSql<{ key: string }>(
    tx,
    sql`select o.key from own_role o where o.workplace_id = ${workplaceId} and o.key = any(${[...ownRoles]}::text[])
      and (not o.is_disabled or exists (select from group_role r where r.workplace_id = o.workplace_id and r.group_id = ${groupId} and r.role = o.key)) for share`,
  )
  const keys = new Set(known.map(({ key }) => key))
  const missing = ownRoles.find((key) => !keys.has(key))
  if (missing !== undefined) {
    const message = `Expected own roles that are in use, but “${missing}” is disabled or was not found. Choose another role.`
    return refuse('thing.not-found', message, [{ where: 'ownRoles', message }])
  }
  await replaceRoles(tx, workplaceId, { groupId, names: ownRoles, isOwn: true })
  return null
}

interface Replaced {
  readonly groupId: string
  readonly names: readonly string[]
  /** Whether they are roles that the workplace defines. */
  readonly isOwn: boolean
}

async function replaceRoles(tx: Tx, workplaceId: string, { groupId, names: given, isOwn }: Replaced): Promise<void> {
  const names = [...given]
  await runSql(
    tx,
    sql`delete from group_role where workplace_id = ${workplaceId} and group_id = ${groupId}
      and (role = any(${[...allRoleNames]}::text[])) <> ${isOwn} and role <> all(${names}::text[])`,
  )
  await runSql(
    tx,
    sql`insert into group_role (workplace_id, group_id, role) select ${workplaceId}::uuid, ${groupId}::uuid, unnest(${names}::text[]) on conflict do nothing`,
  )
}
