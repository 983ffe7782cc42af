import type { BatchKind } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { hasLostDatabase } from '../../platform/db/has-lost-database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import type { BatchKindOf } from './batch-kind.ts'
import { kinds } from './kinds/index.ts'
import { doneStatement, isDoneByOther } from './statements.ts'

/** The item of a batch that is processed next. */
export interface BatchItem {
  readonly batchId: string
  readonly kind: BatchKind
  /** The action that the user ordered. */
  readonly action: object
  readonly position: number
  readonly subjectId: string
}

/**
 * Processes one item of a batch, with the permissions of the request. The same commit marks the item as processed.
 * Returns null when it is processed, also by another server, otherwise a refusal.
 *
 * @throws only when the database is unavailable.
 */
export async function doItem(
  context: OperationContext,
  request: Request,
  { batchId, kind, action, position, subjectId }: BatchItem,
  log: (error: unknown) => void = () => {},
): Promise<Refusal | null> {
  const place = { workplaceId: request.workplaceId, id: batchId }
  const extras = { alongside: [doneStatement(place, position, context.clock().toISOString())] }
  try {
    return await (kinds[kind] as BatchKindOf<object>).doTo(context, request, { id: subjectId, action }, extras)
  } catch (error) {
    if (error instanceof Refusal && !hasLostDatabase(error)) return error
    if (hasLostDatabase(error)) throw error
    if (isDoneByOther(error)) return null
    log(error)
    return refuse(
      'internal',
      `An error occurred in the server. Its log has the details under the id of the batch, ${batchId}.`,
    )
  }
}
