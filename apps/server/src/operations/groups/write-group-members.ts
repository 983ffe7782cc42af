import { sql } from 'kysely'
import { engineGroup, type Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { refuseDisabled } from '../records/load-record.ts'
import { isLastOfEngine, lastOfEngine } from '../users/accounts.ts'
import { type GroupRef, groupRecord, noSuchGroup } from './group.ts'
import { watchAdministrators } from './keep-administrators.ts'
import { changeForMembers } from './member-rights.ts'
import { refuseGroup } from './policy.ts'

interface NewMembers {
  readonly ref: GroupRef
  /** Ids of all direct members; they replace the current members. */
  readonly memberIds: readonly string[]
}

/**
 * Replaces the direct members of a group. Call it under `lockGroups`. Refuses with `request.invalid` for an unknown
 * user id, and like `addGroupMember` and `removeGroupMember` for rights that the user lacks.
 */
export async function writeGroupMembers(tx: Tx, user: Person, { ref, memberIds }: NewMembers): Promise<Refusal | null> {
  const { workplaceId } = user
  const group = await groupRecord.find(tx, workplaceId, ref)
  if (group === null) return noSuchGroup()
  const refusal = refuseGroup(user, group.key) ?? refuseDisabled(groupRecord, group)
  if (refusal !== null) return refusal
  const held = (
    await runSql<{ id: string }>(
      tx,
      sql`select user_id as id from group_member where workplace_id = ${workplaceId} and group_id = ${group.id}`,
    )
  ).map(({ id }) => id)
  const wanted = new Set(memberIds.map((id) => id.toLowerCase()))
  const [before, added] = [new Set(held), [...wanted].filter((id) => !held.includes(id))]
  const removed = [...before].filter((id) => !wanted.has(id))
  if (added.length === 0 && removed.length === 0) return null
  const missing = await findMissing(tx, workplaceId, added)
  if (missing !== null) return refuse('request.invalid', `Expected ids of users, but there is no user ${missing}.`)
  const check = await watchAdministrators(tx, workplaceId)
  const change = async () => {
    await runSql(
      tx,
      sql`delete from group_member where workplace_id = ${workplaceId} and group_id = ${group.id} and user_id = any(${removed}::uuid[])`,
    )
    await runSql(
      tx,
      sql`insert into group_member (workplace_id, group_id, user_id) select ${workplaceId}, ${group.id}, unnest(${added}::uuid[])`,
    )
    return null
  }
  const changed = [...added, ...removed]
  const groupId = added.length > 0 ? group.id : null
  const refused = await changeForMembers(tx, user, { memberIds: changed, groupId, change })
  if (refused !== null) return refused
  if (group.key === engineGroup && (await isLastOfEngine(tx, workplaceId, ''))) return lastOfEngine()
  return check()
}

async function findMissing(tx: Tx, workplaceId: string, ids: readonly string[]): Promise<string | null> {
  const wrong = ids.find((id) => !isUuid(id))
  if (wrong !== undefined) return wrong
  const known = await runSql<{ id: string }>(
    tx,
    sql`select id from app_user where workplace_id = ${workplaceId} and id = any(${[...ids]}::uuid[])`,
  )
  const found = new Set(known.map(({ id }) => id))
  return ids.find((id) => !found.has(id)) ?? null
}
