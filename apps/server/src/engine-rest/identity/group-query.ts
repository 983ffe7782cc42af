import { sql } from 'kysely'
import { textFilters } from '../query/common-filters.ts'
import { isOneOf, isText, textFilter } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

export interface GroupRow {
  readonly id: string
  readonly name: string | null
  readonly type: string | null
}

/** The query of groups. In this surface the id of a group is the key that models use for candidate groups. */
export const groupQuery: ListQuery<GroupRow> = {
  columns: () => sql`g.key as id, g.name, g.type`,
  from: () => sql`user_group g`,
  reading: null,
  always: ({ workplaceId }) => [sql`g.workplace_id = ${workplaceId}::uuid`],
  filters: {
    id: isText(sql`g.key`),
    idIn: isOneOf(sql`g.key`),
    ...textFilters('name', sql`g.name`),
    type: isText(sql`g.type`),
    member: textFilter(
      (
        user,
      ) => sql`exists (select 1 from group_membership m join app_user u on u.workplace_id = m.workplace_id and u.id = m.user_id
        where m.workplace_id = g.workplace_id and m.group_id = g.id and u.username = ${user})`,
    ),
    memberOfTenant: textFilter(
      (tenant) =>
        sql`exists (select 1 from tenant_member m where m.workplace_id = g.workplace_id and m.tenant_id = ${tenant} and m.group_id = g.key)`,
    ),
  },
  sorts: { id: sql`g.key collate "C"`, name: sql`g.name collate "C"`, type: sql`g.type collate "C"` },
  tie: sql`g.id`,
}
