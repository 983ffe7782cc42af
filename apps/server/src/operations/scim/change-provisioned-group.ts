import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { changeGroup } from '../groups/change-group.ts'
import { noSuchGroup } from '../groups/group.ts'
import type { OperationContext } from '../operation-context.ts'
import { isGroupGone, type ProvisionedGroup, writeProvisionedGroup } from './provisioned-group.ts'

/** Replaces a group for a provisioning client. @returns null on success. */
export async function changeProvisionedGroup(
  context: OperationContext,
  request: Request,
  { id, wanted }: { readonly id: string; readonly wanted: ProvisionedGroup },
): Promise<Refusal | null> {
  if (await isGroupGone(context, request, id)) return noSuchGroup()
  const renamed = await changeGroup(context, request, { ref: { id }, fields: { name: wanted.name } })
  return renamed ?? writeProvisionedGroup(context, request, id, wanted)
}
