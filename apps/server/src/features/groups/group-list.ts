import type { GroupRow } from '@millrace/contract'
import { groupList } from '@millrace/contract/lists/groups'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly description: string | null
  readonly email: string | null
  readonly manager: string | null
  readonly parent: string | null
  readonly roles: readonly string[]
  readonly member_count: number
  readonly is_disabled: boolean
  readonly created_at: Date
  readonly created_by: string | null
}

export const groups: ListSource<typeof groupList, Row, GroupRow> = defineSource({
  list: groupList,
  columns: sql`g.id, g.name, g.key, g.description, g.email, g.is_disabled, g.created_at, g.created_by,
    (select m.username from app_user m where m.workplace_id = g.workplace_id and m.id = g.manager_id) as manager,
    (select p.name from user_group p where p.workplace_id = g.workplace_id and p.id = g.parent_id) as parent,
    array(select r.role from group_role r where r.workplace_id = g.workplace_id and r.group_id = g.id order by r.role) as roles,
    (select count(*)::int from group_member m where m.workplace_id = g.workplace_id and m.group_id = g.id) as member_count`,
  from: () => sql`user_group g`,
  where: ({ user }) => [sql`g.workplace_id = ${user.workplaceId}`],
  keys: {
    name: { sql: sql`g.name_key`, type: 'text' },
    key: { sql: sql`g.key_key`, type: 'text' },
    created: { sql: sql`g.created_at`, type: 'instant' },
  },
  id: { sql: sql`g.id`, type: 'id' },
  filters: {
    name: onTextKey(sql`g.name_key`),
    key: onTextKey(sql`g.key_key`),
    hasManager: sql`g.has_manager`,
    created: sql`g.created_at`,
    isDisabled: sql`g.is_disabled`,
  },
  search: (text) => containsAny([sql`g.name`, sql`g.key`, sql`g.description`], text),
  present: async (rows, { tx, user }) => {
    const named = rows.flatMap(({ manager, created_by }) => [manager, created_by])
    const people = await readPeople(tx, user.workplaceId, named)
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      key: row.key,
      description: row.description ?? '',
      email: row.email,
      manager: people.find(row.manager),
      parent: row.parent,
      roles: [...row.roles],
      memberCount: row.member_count,
      isDisabled: row.is_disabled,
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(row.created_by),
    }))
  },
})
