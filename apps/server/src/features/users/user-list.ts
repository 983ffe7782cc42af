import type { UserRow } from '@millrace/contract'
import { userList } from '@millrace/contract/lists/users'
import { sql } from 'kysely'
import { containsAny } from '../../platform/list/conditions.ts'
import { defineSource, type ListSource } from '../../platform/list/source.ts'

interface Row {
  readonly id: string
  readonly username: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly status: string
}

export const users: ListSource<typeof userList, Row, UserRow> = defineSource({
  list: userList,
  columns: sql`u.id, u.username, u.first_name, u.last_name, u.email, u.status`,
  from: () => sql`app_user u`,
  where: ({ user }) => [sql`u.workplace_id = ${user.workplaceId}`],
  keys: { username: { sql: sql`u.username_key`, type: 'text' } },
  id: { sql: sql`u.id`, type: 'id' },
  filters: { isEnabled: sql`(u.status = 'enabled')` },
  search: (text) => containsAny([sql`u.username`, sql`u.email`, sql`concat_ws(' ', u.first_name, u.last_name)`], text),
  present: (rows) =>
    rows.map(({ id, username, first_name, last_name, email, status }) => ({
      id,
      username,
      firstName: first_name,
      lastName: last_name,
      email,
      isEnabled: status === 'enabled',
    })),
})
