import { sql } from 'kysely'
import { editUser } from '../../../users/edit-user.ts'
import { refuseUser } from '../../../users/policy.ts'
import { restoreUser } from '../../../users/restore-user.ts'
import { nameOf, textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Users: their details and manager. Passwords and second factors are never restored; roles and groups are entities of their own. */
export const user: RestorableKind = {
  one: 'a user',
  table: 'app_user',
  keys: ['id'],
  columns: ['first_name', 'last_name', 'email', 'manager_id'],
  secrets: ['password_hash'],
  references: { manager_id: { of: 'user' } },
  hasRevision: true,
  canBeDisabled: true,
  effects: [
    {
      effect: 'userRoles',
      isOfEnabling: true,
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from user_role where workplace_id = ${workplaceId} and user_id = ${key}::uuid`,
    },
    {
      effect: 'userGroups',
      isOfEnabling: true,
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from group_member where workplace_id = ${workplaceId} and user_id = ${key}::uuid`,
    },
  ],
  refuse: (user) => refuseUser(user, 'keep'),
  async write(context, request, { key: [id], target, changed, revision, isEnabled }) {
    const ref = { id }
    const refusal = isEnabled ? await restoreUser(context, request, ref) : null
    if (refusal !== null || changed.size === 0) return refusal
    const manager = await nameOf(
      context.tx,
      request.workplaceId,
      { table: 'app_user', name: 'username' },
      target.manager_id,
    )
    const change = {
      ...(changed.has('first_name') && { firstName: textOf(target, 'first_name') }),
      ...(changed.has('last_name') && { lastName: textOf(target, 'last_name') }),
      ...(changed.has('email') && { email: textOf(target, 'email') }),
      ...(changed.has('manager_id') && { manager }),
    }
    return editUser(context, request, { ref, revision, change })
  },
}
