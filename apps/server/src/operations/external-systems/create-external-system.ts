import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { externalRecords } from './external-kinds.ts'

/** Creates an external system, with nothing in it yet. @returns its id. */
export function createExternalSystem(
  context: OperationContext,
  request: Request,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<string | Refusal> {
  return create(context, request, externalRecords.system, () => ({ name, description }))
}
