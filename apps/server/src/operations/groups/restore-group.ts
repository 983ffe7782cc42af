import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { restore } from '../records/restore-record.ts'
import { type GroupRef, groupRecord, lockGroups } from './group.ts'
import { refuseRightsOfGroup } from './member-rights.ts'
import { refuseGroup } from './policy.ts'

/** Restores a disabled group, with the roles that it gives to its members. */
export function restoreGroup(context: OperationContext, request: Request, ref: GroupRef): Promise<Refusal | null> {
  const { user } = request
  return restore(context, request, groupRecord, {
    ref,
    prepare: async (tx) => {
      await lockGroups(tx, user.workplaceId)
      return null
    },
    refuse: async (tx, row) => refuseGroup(user, row.key) ?? refuseRightsOfGroup(tx, user, row.id),
    after: (tx, row) => refuseRightsOfGroup(tx, user, row.id),
  })
}
