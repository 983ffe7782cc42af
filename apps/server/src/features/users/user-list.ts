import type { UserRow } from '@millrace/contract'
import { userList } from '@millrace/contract/lists/users'
import { sql } from 'kysely'
import { containsAny, onTextKey } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'
import { readPeople } from '../../runtime/rights/people.ts'

interface Row {
  readonly id: string
  readonly username: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly status: string
  readonly manager: string | null
}

export const users: ListSource<typeof userList, Row, UserRow> = defineSource({
  list: userList,
  columns: sql`u.id, u.username, u.first_name, u.last_name, u.email, u.status,
    (select m.username from app_user m where m.workplace_id = u.workplace_id and m.id = u.manager_id) as manager`,
  from: () => sql`app_user u`,
  where: ({ user }) => [sql`u.workplace_id = ${user.workplaceId}`],
  keys: { username: { sql: sql`u.username_key`, type: 'text' } },
  id: { sql: sql`u.id`, type: 'id' },
  filters: { isEnabled: sql`(u.status = 'enabled')`, username: onTextKey(sql`u.username_key`) },
  search: (text) => containsAny([sql`u.username`, sql`u.email`, sql`concat_ws(' ', u.first_name, u.last_name)`], text),
  present: async (rows, { tx, user }) => {
    const people = await readPeople(
      tx,
      user.workplaceId,
      rows.map(({ manager }) => manager),
    )
    return rows.map(({ id, username, first_name, last_name, email, status, manager }) => ({
      id,
      username,
      firstName: first_name,
      lastName: last_name,
      email,
      isEnabled: status === 'enabled',
      manager: people.find(manager),
    }))
  },
})
