import { randomUUID } from 'node:crypto'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'
import { type LockHeld, takeLock } from './edit-lock.ts'

export interface LockTaking {
  readonly ref: DesignRef
  /** The token of the lock that is renewed; undefined for a new one. */
  readonly token: string | undefined
  /** Takes the lock over from its holder, who learns of it with the next renewal or save. */
  readonly takeOver: boolean
}

/**
 * Takes or renews the edit lock of a design.
 *
 * @returns the current holder, with the token when it is the calling window.
 */
export async function takeDesignLock<Row extends DesignRow>(
  { db }: OperationContext,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  { ref, token = randomUUID(), takeOver }: LockTaking,
): Promise<LockHeld | Refusal> {
  const record = recordOf(ref)
  const refusal = record.refuse(request.user, ref)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await loadRecord(tx, request.user, record, ref)
    if (row instanceof Refusal) return row
    return takeLock(tx, { workplaceId, designId: row.id, username, token, takeOver })
  })
}
