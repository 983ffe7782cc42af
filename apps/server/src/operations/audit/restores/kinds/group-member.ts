import { sql } from 'kysely'
import { runSql } from '../../../../platform/list/sql.ts'
import { addGroupMember } from '../../../groups/add-group-member.ts'
import { lockGroups } from '../../../groups/group.ts'
import { refuseGroupKeeper } from '../../../groups/policy.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { unfit } from '../unfit.ts'

/** Members of groups. A user who was removed from a group is a member again. */
export const groupMember: RestorableKind = {
  one: 'a member of a group',
  table: 'group_member',
  keys: ['group_id', 'user_id'],
  columns: [],
  hasRevision: false,
  canBeDisabled: false,
  canCreate: true,
  refuse: refuseGroupKeeper,
  lock: (tx, workplaceId) => lockGroups(tx, workplaceId),
  async write(context, request, { key: [groupId, userId] }) {
    const [found] = await runSql<{ group: string; username: string }>(
      context.tx,
      sql`select g.key as group, u.username from user_group g join app_user u on u.workplace_id = g.workplace_id and u.id::text = ${userId}
        where g.workplace_id = ${request.workplaceId} and g.id::text = ${groupId}`,
    )
    return found === undefined ? unfit('The user or the group was deleted.') : addGroupMember(context, request, found)
  },
}
