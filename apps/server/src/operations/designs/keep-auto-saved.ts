import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { keepStatement } from './auto-save.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'

export interface DesignAutoSaving {
  readonly ref: DesignRef
  readonly text: string
  /** The version that it was started with. */
  readonly version: number
}

/**
 * Stores the unsaved text of a user, finished or not. Only this user can read it.
 *
 * @returns the time of the auto save.
 */
export async function keepAutoSaved<Row extends DesignRow>(
  { db, clock }: OperationContext,
  request: Request,
  { recordOf, refuseUnsaved }: Pick<DesignKind<Row>, 'recordOf' | 'refuseUnsaved'>,
  { ref, text, version }: DesignAutoSaving,
): Promise<Date | Refusal> {
  const record = recordOf(ref)
  const refusal = record.refuse(request.user, ref) ?? refuseUnsaved?.(text) ?? null
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = request.user
  const savedAt = clock()
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await loadRecord(tx, request.user, record, ref)
    if (row instanceof Refusal) return row
    await tx.commit([keepStatement({ workplaceId, designId: row.id, userId }, { text, version, savedAt })])
    return savedAt
  })
}
