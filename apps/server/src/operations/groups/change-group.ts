import { allRoleNames } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import type { NamingOptions } from './create-group.ts'
import { findManager, refuseTakenName } from './find-named.ts'
import { type GroupFields, type GroupRef, groupRecord, lockGroups, type StoredGroup } from './group.ts'
import { type AdministratorCheck, watchAdministrators } from './keep-administrators.ts'
import { refuseRightsOfGroup } from './member-rights.ts'
import { refuseGroup } from './policy.ts'
import { refuseParent } from './refuse-parent.ts'
import { writeRoles } from './write-roles.ts'

export interface GroupChange {
  readonly ref: GroupRef
  /** The revision that was read before; undefined: any. */
  readonly revision?: number | undefined
  /** The new values. Missing fields stay unchanged. */
  readonly fields: Partial<GroupFields> & { readonly type?: string | null }
}

/**
 * Changes a group. Its key stays. Refuses as `createGroup` does, and with `user.last-administrator` where the workplace
 * would lose its last administrator.
 *
 * @returns null on success.
 */
export async function changeGroup(
  context: OperationContext,
  request: Request,
  { ref, revision, fields }: GroupChange,
  { mayShareName = false }: NamingOptions = {},
): Promise<Refusal | null> {
  const { user } = request
  const { workplaceId } = user
  const { name, type, description, email, manager, parentId, roles, ownRoles } = fields
  const givesOthers = parentId !== undefined || roles !== undefined || ownRoles !== undefined
  let check: AdministratorCheck | null = null
  return change(context, request, groupRecord, {
    ref,
    revision,
    prepare: async (tx) => {
      await lockGroups(tx, workplaceId)
      check = givesOthers ? await watchAdministrators(tx, workplaceId) : null
      return null
    },
    columns: async (tx, row) => {
      const refusal = refuseGroup(user, row.key)
      if (refusal !== null) return refusal
      const isNew = name !== undefined && name !== row.name
      const taken = isNew && !mayShareName ? await refuseTakenName(tx, workplaceId, { id: row.id, name }) : null
      if (taken !== null) return taken
      const found = manager === undefined ? { id: row.manager_id } : await findManager(tx, workplaceId, manager)
      if (found instanceof Refusal) return found
      const refused = await changeRights(tx, user, row, { parentId, roles, ownRoles })
      if (refused !== null) return refused
      const last = (await check?.()) ?? null
      if (last !== null) return last
      return {
        manager_id: found.id,
        ...(name !== undefined && { name }),
        ...(type !== undefined && { type }),
        ...(description !== undefined && { description }),
        ...(email !== undefined && { email }),
      }
    },
  })
}

/** Writes parent and roles where they are others, with the rights of the group asked for before and after. */
async function changeRights(
  tx: Tx,
  user: Person,
  row: StoredGroup,
  { parentId = row.parent_id, roles, ownRoles }: Pick<GroupChange['fields'], 'parentId' | 'roles' | 'ownRoles'>,
): Promise<Refusal | null> {
  const { workplaceId } = user
  const { id } = row
  const held = await runSql<{ role: string }>(
    tx,
    sql`select role from group_role where workplace_id = ${workplaceId} and group_id = ${id}`,
  )
  const now = held.map(({ role }) => role)
  const builtIn = now.filter((role) => allRoleNames.includes(role))
  const own = now.filter((role) => !allRoleNames.includes(role))
  const hasOthers = isOther(builtIn, roles) || isOther(own, ownRoles)
  const isMoved = parentId !== row.parent_id
  if (!hasOthers && !isMoved) return null
  const refusal = await refuseRightsOfGroup(tx, user, id)
  if (refusal !== null) return refusal
  if (isMoved) {
    const misplaced = await refuseParent(tx, { workplaceId, id, parentId })
    if (misplaced !== null) return misplaced
    await runSql(
      tx,
      sql`update user_group set parent_id = ${parentId}::uuid where workplace_id = ${workplaceId} and id = ${id}`,
    )
  }
  const unknown = hasOthers ? await writeRoles(tx, workplaceId, { groupId: id, roles, ownRoles }) : null
  return unknown ?? refuseRightsOfGroup(tx, user, id)
}

function isOther(now: readonly string[], wanted: readonly string[] | undefined): boolean {
  return wanted !== undefined && (wanted.length !== now.length || wanted.some((role) => !now.includes(role)))
}
