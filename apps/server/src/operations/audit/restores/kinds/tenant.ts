import { sql } from 'kysely'
import { runSql } from '../../../../platform/list/sql.ts'
import { changeTenant } from '../../../tenants/change-tenant.ts'
import type { NewTenant } from '../../../tenants/create-tenant.ts'
import { refuseTenant } from '../../../tenants/policy.ts'
import type { RestorableKind } from '../restorable-kind.ts'

/** Tenants of Camunda's API. Their members are entities of their own. */
export const tenant: RestorableKind = {
  one: 'a tenant',
  table: 'tenant',
  keys: ['id'],
  columns: ['name'],
  hasRevision: false,
  canBeDisabled: false,
  refuse: refuseTenant,
  lock: (tx, workplaceId, [id]) =>
    runSql(tx, sql`select from tenant where workplace_id = ${workplaceId} and id = ${id} for update`),
  write: (context, request, { key: [id], target }) =>
    changeTenant(context, request, { id, name: target.name as NewTenant['name'] }),
}
