import type { Permission } from '@millrace/contract'
import { type OwnRoleFields, ownRoleFields } from '@millrace/contract/lists/own-roles'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { columnsOf } from '../records/record-fields.ts'
import { ownRoleRecord } from './own-role.ts'
import { columnOfPermissions } from './permission-columns.ts'

export interface OwnRoleChange extends OwnRoleFields {
  /** The key, which never changes. */
  readonly key: string
  /** The revision that was read before; undefined: any. */
  readonly revision: number | undefined
  readonly permissions: readonly Permission[]
}

/**
 * Changes a role of the workplace, for all its members. Refuses as `createOwnRole` does.
 *
 * @returns null on success.
 */
export function changeOwnRole(
  context: OperationContext,
  request: Request,
  { key, revision, permissions, ...fields }: OwnRoleChange,
): Promise<Refusal | null> {
  const { workplaceId } = request
  return change(context, request, ownRoleRecord, {
    ref: key,
    revision,
    columns: async (tx, row) => {
      const columns = await columnsOf(tx, workplaceId, ownRoleFields, fields)
      if (columns instanceof Refusal) return columns
      const permitted = await columnOfPermissions(tx, workplaceId, permissions, row.permissions)
      return permitted instanceof Refusal ? permitted : { ...columns, ...permitted }
    },
  })
}
