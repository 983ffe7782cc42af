import { sql } from 'kysely'
import { notBoth } from '../query/contradictions.ts'
import { isIdOf, isNumber, isOneOf, isText } from '../query/filters.ts'
import type { ListQuery } from '../query/list-query.ts'

export interface AuthorizationRow {
  readonly id: string
  readonly type: number
  readonly permissions: readonly string[]
  readonly userId: string | null
  readonly groupId: string | null
  readonly resourceType: number
  readonly resourceId: string | null
}

export const authorizationQuery: ListQuery<AuthorizationRow> = {
  columns:
    () => sql`a.id, a.type, a.permissions, a.user_id as "userId", a.group_id as "groupId", a.resource_type as "resourceType", a.resource_id as "resourceId",
    null as "removalTime", null as "rootProcessInstanceId"`,
  from: () => sql`user_authorization a`,
  reading: null,
  always: ({ workplaceId }) => [sql`a.workplace_id = ${workplaceId}::uuid`],
  contradictions: [notBoth(['userIdIn'], ['groupIdIn'])],
  filters: {
    id: isIdOf(sql`a.id`),
    type: isNumber(sql`a.type`),
    userIdIn: isOneOf(sql`a.user_id`),
    groupIdIn: isOneOf(sql`a.group_id`),
    resourceType: isNumber(sql`a.resource_type`),
    resourceId: isText(sql`a.resource_id`),
  },
  sorts: { resourceType: sql`a.resource_type`, resourceId: sql`a.resource_id collate "C"` },
  tie: sql`a.id`,
}
