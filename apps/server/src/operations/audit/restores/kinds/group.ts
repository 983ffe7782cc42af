import { sql } from 'kysely'
import { changeGroup } from '../../../groups/change-group.ts'
import { refuseGroupKeeper } from '../../../groups/policy.ts'
import { restoreGroup } from '../../../groups/restore-group.ts'
import { nameOf, textOf, textOrNull } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Groups, with manager and parent. Their members and roles are entities of their own. */
export const group: RestorableKind = {
  one: 'a group',
  table: 'user_group',
  keys: ['id'],
  columns: ['name', 'description', 'email', 'type', 'manager_id', 'parent_id'],
  references: { manager_id: { of: 'user' }, parent_id: { of: 'group', isOfEnabled: true } },
  hasRevision: true,
  canBeDisabled: true,
  effects: [
    {
      effect: 'members',
      isOfEnabling: true,
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from group_member where workplace_id = ${workplaceId} and group_id = ${key}::uuid`,
    },
    {
      effect: 'subgroups',
      columns: ['parent_id'],
      count: ({ workplaceId, key }) =>
        sql`select count(*)::int as count from user_group where workplace_id = ${workplaceId} and parent_id = ${key}::uuid`,
    },
  ],
  refuse: refuseGroupKeeper,
  async write(context, request, { key: [id], target, changed, revision, isEnabled }) {
    const ref = { id }
    const refusal = isEnabled ? await restoreGroup(context, request, ref) : null
    if (refusal !== null || changed.size === 0) return refusal
    const manager = await nameOf(
      context.tx,
      request.workplaceId,
      { table: 'app_user', name: 'username' },
      target.manager_id,
    )
    const fields = {
      name: textOf(target, 'name'),
      description: textOf(target, 'description'),
      email: textOrNull(target, 'email'),
      type: textOrNull(target, 'type'),
      manager,
      parentId: textOrNull(target, 'parent_id'),
    }
    return changeGroup(context, request, { ref, revision, fields })
  },
}
