import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from '../records/create-record.ts'
import { columnsOf, type HierarchyFields, hierarchyRecord } from './hierarchy.ts'

/** Creates a hierarchy. @returns its id. */
export function createHierarchy(
  context: OperationContext,
  request: Request,
  fields: HierarchyFields,
): Promise<string | Refusal> {
  return create(context, request, hierarchyRecord, () => columnsOf(fields))
}
