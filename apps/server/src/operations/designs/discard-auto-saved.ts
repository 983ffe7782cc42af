import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { discardStatement } from './auto-save.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'

/**
 * Discards the unsaved text of a user.
 * @returns null on success, also when there was no unsaved text.
 */
export async function discardAutoSaved<Row extends DesignRow>(
  { db }: OperationContext,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  ref: DesignRef,
): Promise<Refusal | null> {
  const record = recordOf(ref)
  const refusal = record.refuse(request.user, ref)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await record.find(tx, workplaceId, ref)
    if (row === null) return noSuch(record)
    await tx.commit([discardStatement({ workplaceId, designId: row.id, userId })])
    return null
  })
}
