import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { disable } from '../records/disable-record.ts'
import { type GroupRef, groupRecord, lockGroups } from './group.ts'
import { type AdministratorCheck, watchAdministrators } from './keep-administrators.ts'
import { refuseRightsOfGroup } from './member-rights.ts'
import { refuseGroup } from './policy.ts'

/**
 * Disables a group, with a reason: it keeps its members and its key, but gives no rights and no tasks to its members
 * and to members of groups below it, until it is restored.
 *
 * @returns null on success.
 */
export function disableGroup(
  context: OperationContext,
  request: Request,
  { ref, reason }: { readonly ref: GroupRef; readonly reason: string },
): Promise<Refusal | null> {
  const { user } = request
  const { workplaceId } = user
  let check: AdministratorCheck | null = null
  return disable(context, request, groupRecord, {
    ref,
    reason,
    prepare: async (tx) => {
      await lockGroups(tx, workplaceId)
      check = await watchAdministrators(tx, workplaceId)
      return null
    },
    refuse: async (tx, row) => refuseGroup(user, row.key) ?? refuseRightsOfGroup(tx, user, row.id),
    after: async (tx, row) => (await refuseRightsOfGroup(tx, user, row.id)) ?? (await check?.()) ?? null,
  })
}
