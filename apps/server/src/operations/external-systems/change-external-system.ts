import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { externalRecords } from './external-kinds.ts'

/** The new name and description of an external system. */
export interface ExternalChange {
  readonly id: string
  readonly name: string
  readonly description: string
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/** Changes name and description of an external system. @returns null on success. */
export function changeExternalSystem(
  context: OperationContext,
  request: Request,
  { id, name, description, revision }: ExternalChange,
): Promise<Refusal | null> {
  return change(context, request, externalRecords.system, { ref: id, revision, columns: () => ({ name, description }) })
}
