import { type OwnRoleRow, ownRoleList } from '@millrace/contract/lists/own-roles'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly description: string
  readonly needs_second_factor: boolean
  readonly members: number
  readonly groups: number
  readonly is_disabled: boolean
  readonly created_at: Date
  readonly created_by: string | null
}

export const ownRoles: ListSource<typeof ownRoleList, Row, OwnRoleRow> = defineSource({
  list: ownRoleList,
  columns: sql`x.id, x.key, x.name, x.description, x.needs_second_factor, x.is_disabled, x.created_at, x.created_by,
    (select count(*)::int from user_role r where r.workplace_id = x.workplace_id and r.role = x.key) as members,
    (select count(*)::int from group_role r where r.workplace_id = x.workplace_id and r.role = x.key) as groups`,
  from: () => sql`own_role x`,
  where: ({ user }) => [sql`x.workplace_id = ${user.workplaceId}`],
  keys: {
    name: { sql: sql`x.name_key`, type: 'text' },
    created: { sql: sql`x.created_at`, type: 'instant' },
  },
  id: { sql: sql`x.id`, type: 'id' },
  filters: { name: onTextKey(sql`x.name_key`), created: sql`x.created_at`, isDisabled: sql`x.is_disabled` },
  search: (text) => containsAny([sql`x.name`, sql`x.key`, sql`x.description`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ created_by }) => created_by),
    )
    return rows.map((row) => ({
      id: row.id,
      key: row.key,
      name: row.name,
      description: row.description,
      needsSecondFactor: row.needs_second_factor,
      memberCount: row.members,
      groupCount: row.groups,
      isDisabled: row.is_disabled,
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(row.created_by),
    }))
  },
})
