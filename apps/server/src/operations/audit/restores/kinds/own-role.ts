import type { Permission } from '@millrace/contract'
import { sql } from 'kysely'
import { changeOwnRole } from '../../../own-roles/change-own-role.ts'
import { refuseOwnRoleKeeper } from '../../../own-roles/policy.ts'
import { restoreOwnRole } from '../../../own-roles/restore-own-role.ts'
import { jsonOf, textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

const role = (workplaceId: string, id: string) =>
  sql`(select key from own_role where workplace_id = ${workplaceId} and id = ${id}::uuid)`

/** Roles of the workplace, with their permissions. Their members are entities of their own. */
export const ownRole: RestorableKind = {
  one: 'an own role',
  table: 'own_role',
  keys: ['id'],
  columns: ['name', 'description', 'needs_second_factor', 'permissions'],
  references: { permissions: { of: 'permission', isList: true } },
  hasRevision: true,
  canBeDisabled: true,
  defaults: { description: '', needs_second_factor: false, permissions: [] },
  effects: [
    {
      effect: 'roleHolders',
      columns: ['permissions'],
      isOfEnabling: true,
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from user_role where workplace_id = ${workplaceId} and role = ${role(workplaceId, key)}`,
    },
    {
      effect: 'givingGroups',
      columns: ['permissions'],
      isOfEnabling: true,
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from group_role where workplace_id = ${workplaceId} and role = ${role(workplaceId, key)}`,
    },
  ],
  refuse: refuseOwnRoleKeeper,
  async write(context, request, { key: [id], target, changed, revision, isEnabled }) {
    const refusal = isEnabled ? await restoreOwnRole(context, request, id) : null
    if (refusal !== null || changed.size === 0) return refusal
    const fields = {
      name: textOf(target, 'name'),
      description: textOf(target, 'description'),
      needsSecondFactor: target.needs_second_factor === true,
      permissions: jsonOf<Permission[]>(target, 'permissions'),
    }
    return changeOwnRole(context, request, { key: id, revision, ...fields })
  },
}
