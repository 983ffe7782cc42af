import { sql } from 'kysely'
import type { NamedColumn } from './named-column.ts'

/** Entries of the log whose values are user names: their entity, and their property or operations. */
const entries = [
  sql`entity_type in ('Authorization', 'User', 'Group membership', 'TenantMembership') and property = 'userId'`,
  // Moved from Camunda 7. Those of this product are read from history.
  sql`entity_type = 'Task' and property in ('assignee', 'owner')`,
  sql`entity_type = 'IdentityLink' and operation_type in ('AddUserLink', 'DeleteUserLink')`,
]

/**
 * The values of the log of user operations that contain user names. The resource of an authorization is another entry of
 * its operation, and its type can change: so each value has its own condition.
 */
export const namedOperations: readonly NamedColumn[] = (['org_value', 'new_value'] as const).map((column) => ({
  table: 'operation_log',
  column,
  kind: 'operations',
  when: sql`(${sql.join(
    [...entries, sql`entity_type = 'Authorization' and property = 'resourceId' and ${isResourceUser(column)}`],
    sql` or `,
  )})`,
}))

function isResourceUser(column: 'org_value' | 'new_value') {
  return sql`exists (select from operation_log r where r.workplace_id = operation_log.workplace_id
    and r.operation_id = operation_log.operation_id and r.property = 'resource' and ${sql.ref(`r.${column}`)} = 'User')`
}
