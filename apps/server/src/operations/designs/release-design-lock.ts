import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'
import { releaseStatement } from './edit-lock.ts'

export interface LockRelease {
  readonly ref: DesignRef
  readonly token: string
}

/**
 * Releases the edit lock that a window holds on a design.
 *
 * @returns null on success, and also when another window holds the lock.
 */
export async function releaseDesignLock<Row extends DesignRow>(
  { db }: OperationContext,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  { ref, token }: LockRelease,
): Promise<Refusal | null> {
  const record = recordOf(ref)
  const refusal = record.refuse(request.user, ref)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await record.find(tx, workplaceId, ref)
    if (row === null) return noSuch(record)
    await tx.commit([releaseStatement({ workplaceId, designId: row.id, token, username })])
    return null
  })
}
