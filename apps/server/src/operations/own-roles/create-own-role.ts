import type { Permission } from '@millrace/contract'
import { ownRoleLimits } from '@millrace/contract'
import { type OwnRoleFields, ownRoleFields } from '@millrace/contract/lists/own-roles'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { columnsOf } from '../records/record-fields.ts'
import { ownRoleRecord } from './own-role.ts'
import { columnOfPermissions } from './permission-columns.ts'

export interface NewOwnRole extends OwnRoleFields {
  /** The key by which users and groups have the role. */
  readonly key: string
  readonly permissions: readonly Permission[]
}

/**
 * Creates an own role of the workplace without users. Refuses with `thing.not-found` when the object of a permission
 * does not exist.
 * @returns its id.
 */
export function createOwnRole(
  context: OperationContext,
  request: Request,
  { key, permissions, ...fields }: NewOwnRole,
): Promise<string | Refusal> {
  const { workplaceId } = request
  return create(context, request, ownRoleRecord, async (tx) => {
    const [counted] = await runSql<{ count: number }>(
      tx,
      sql`select count(*)::int as count from own_role where workplace_id = ${workplaceId}`,
    )
    if ((counted?.count ?? 0) >= ownRoleLimits.roles)
      return refuse(
        'budget.exceeded',
        `Expected at most ${ownRoleLimits.roles} own roles, but there are as many. Change one that nobody needs.`,
      )
    const columns = await columnsOf(tx, workplaceId, ownRoleFields, fields)
    if (columns instanceof Refusal) return columns
    const permitted = await columnOfPermissions(tx, workplaceId, permissions)
    return permitted instanceof Refusal ? permitted : { ...columns, ...permitted, key }
  })
}
