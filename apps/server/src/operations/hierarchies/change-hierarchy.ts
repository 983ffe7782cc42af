import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import { columnsOf, type HierarchyFields, hierarchyRecord } from './hierarchy.ts'

export interface HierarchyChange extends HierarchyFields {
  readonly id: string
  /** The revision that was read before; undefined: any. */
  readonly revision: number | undefined
}

/** Changes a hierarchy. @returns null on success. */
export function changeHierarchy(
  context: OperationContext,
  request: Request,
  { id, revision, ...fields }: HierarchyChange,
): Promise<Refusal | null> {
  return change(context, request, hierarchyRecord, { ref: id, revision, columns: () => columnsOf(fields) })
}
