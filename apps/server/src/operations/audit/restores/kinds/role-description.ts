import { sql } from 'kysely'
import { runSql } from '../../../../platform/list/sql.ts'
import { describeRole } from '../../../roles/describe-role.ts'
import { refuseRoleKeeper } from '../../../roles/policy.ts'
import { textOf } from '../read-columns.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Descriptions of roles of the product. */
export const roleDescription: RestorableKind = {
  one: 'a description of a role',
  table: 'role_description',
  keys: ['role'],
  columns: ['description'],
  hasRevision: false,
  canBeDisabled: false,
  defaults: { description: '' },
  refuse: refuseRoleKeeper,
  lock: (tx, workplaceId, [role]) =>
    runSql(tx, sql`select from role_description where workplace_id = ${workplaceId} and role = ${role} for update`),
  write: (context, request, { key: [roleName], target }) =>
    describeRole(context, request, { roleName, description: textOf(target, 'description') }),
}
