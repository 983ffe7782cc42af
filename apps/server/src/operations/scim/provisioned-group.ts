import { listNamesOf } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { lockGroups } from '../groups/group.ts'
import { writeGroupMembers } from '../groups/write-group-members.ts'
import type { OperationContext } from '../operation-context.ts'
import { isEmergencyUser } from '../sessions/mark-emergency.ts'
import { isDeleted, writeIdentity } from './identity.ts'

/** The values of a group that a provisioning client sends. */
export interface ProvisionedGroup {
  readonly name: string
  readonly externalId: string | null
  /** Ids of the direct members; undefined: they stay. */
  readonly memberIds?: readonly string[] | undefined
  /** Ids of the direct members that the client has read; undefined: any. */
  readonly readMemberIds?: readonly string[] | undefined
}

/** Returns whether a group was deleted by a client, or its id is invalid. */
export async function isGroupGone({ db }: OperationContext, request: Request, id: string): Promise<boolean> {
  if (!isUuid(id)) return true
  return db.read(request, (tx) => isDeleted(tx, { workplaceId: request.workplaceId, kind: 'group', id }))
}

/**
 * Writes members and the id of the client, together. Refuses with `thing.changed` when the group has other members than
 * `readMemberIds`.
 */
export async function writeProvisionedGroup(
  { db }: OperationContext,
  request: Request,
  id: string,
  { memberIds, readMemberIds, externalId }: ProvisionedGroup,
): Promise<Refusal | null> {
  const { user, workplaceId } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    await lockGroups(tx, workplaceId)
    const refusal =
      memberIds === undefined
        ? null
        : ((await refuseOtherMembers(tx, workplaceId, { id, readMemberIds })) ??
          (await refuseEmergency(tx, workplaceId, { id, memberIds })) ??
          (await writeGroupMembers(tx, user, { ref: { id }, memberIds })))
    if (refusal !== null) return refusal
    await writeIdentity(tx, { workplaceId, kind: 'group', id }, externalId)
    return null
  })
}

async function refuseOtherMembers(
  tx: Tx,
  workplaceId: string,
  { id, readMemberIds }: { readonly id: string; readonly readMemberIds: readonly string[] | undefined },
): Promise<Refusal | null> {
  if (readMemberIds === undefined) return null
  const rows = await runSql<{ id: string }>(
    tx,
    sql`select user_id as id from group_member where workplace_id = ${workplaceId} and group_id = ${id}`,
  )
  const read = new Set(readMemberIds)
  if (rows.length === read.size && rows.every((row) => read.has(row.id))) return null
  return refuse('thing.changed', 'Expected the version that was read, but the group was changed since. Read it again.')
}

/** The emergency administrator neither joins nor leaves a group by a provisioning client. */
async function refuseEmergency(
  tx: Tx,
  workplaceId: string,
  { id, memberIds }: { readonly id: string; readonly memberIds: readonly string[] },
): Promise<Refusal | null> {
  const wanted = memberIds.filter(isUuid)
  const changed = await runSql<{ username: string }>(
    tx,
    sql`select u.username from app_user u join held_role h on h.workplace_id = u.workplace_id and h.user_id = u.id
      where u.workplace_id = ${workplaceId} and h.role = any(${listNamesOf('RoleAdmin')}::text[])
        and (u.id = any(${wanted}::uuid[])) <> exists (select from group_member m
          where m.workplace_id = u.workplace_id and m.group_id = ${id} and m.user_id = u.id)`,
  )
  for (const { username } of changed)
    if (await isEmergencyUser(tx, username))
      return refuse(
        'right.missing',
        'Expected other members: provisioning clients cannot change the groups of the emergency administrator.',
      )
  return null
}
