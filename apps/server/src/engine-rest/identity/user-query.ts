import { sql } from 'kysely'
import { textFilters } from '../query/common-filters.ts'
import { isOneOf, isText, textFilter } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

export interface UserRow {
  readonly id: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
}

/** The query of users. In this surface the id of a user is their username. */
export const userQuery: ListQuery<UserRow> = {
  columns: () => sql`u.username as id, u.first_name as "firstName", u.last_name as "lastName", u.email`,
  from: () => sql`app_user u`,
  reading: null,
  always: ({ workplaceId }) => [sql`u.workplace_id = ${workplaceId}::uuid`],
  filters: {
    id: isText(sql`u.username`),
    idIn: isOneOf(sql`u.username`),
    ...textFilters('firstName', sql`u.first_name`),
    ...textFilters('lastName', sql`u.last_name`),
    ...textFilters('email', sql`u.email`),
    memberOfGroup: textFilter(
      (
        group,
      ) => sql`exists (select 1 from group_membership m join user_group g on g.workplace_id = m.workplace_id and g.id = m.group_id
        where m.workplace_id = u.workplace_id and m.user_id = u.id and g.key = ${group})`,
    ),
    memberOfTenant: textFilter(
      (tenant) =>
        sql`exists (select 1 from tenant_member m where m.workplace_id = u.workplace_id and m.tenant_id = ${tenant} and m.user_id = u.username)`,
    ),
    potentialStarter: textFilter(() => sql`true`),
  },
  sorts: {
    userId: sql`u.username collate "C"`,
    firstName: sql`u.first_name collate "C"`,
    lastName: sql`u.last_name collate "C"`,
    email: sql`u.email collate "C"`,
  },
  tie: sql`u.id`,
}
