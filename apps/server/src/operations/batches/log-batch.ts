import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { type LogContext, logOperation, type PropertyChange } from '../operation-log/logged-operation.ts'

export interface BatchChange {
  readonly id: string
  /** The operation type of Camunda. */
  readonly operation: 'SuspendBatch' | 'ActivateBatch' | 'Delete' | 'DeleteHistory'
  /** Null: the entry names no property. */
  readonly change: PropertyChange | null
}

/** Returns the statement that logs what a user did to a batch as a whole. */
export function logBatch(context: LogContext, request: Request, { id, operation, change }: BatchChange): Statement {
  return logOperation(context, request, {
    ...{ operation, entity: 'Batch', category: 'Operator', batchId: id },
    changes: change === null ? [] : [change],
  })
}
