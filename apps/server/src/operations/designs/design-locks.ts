import { randomUUID } from 'node:crypto'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { loadRecord } from '../records/load-record.ts'
import type { DesignKind, DesignRef, DesignRow } from './design-kind.ts'
import { type LockHeld, releaseStatement, takeLock } from './edit-lock.ts'

export interface LockTaking {
  readonly ref: DesignRef
  /** Of the lock that is renewed; undefined for a new one. */
  readonly token: string | undefined
  /** From the user who has it, who is told with the next renewal or save. */
  readonly takeOver: boolean
}

export interface LockRelease {
  readonly ref: DesignRef
  readonly token: string
}

/** Takes or renews the lock of a design. @returns who has it now, with the token if it is this window. */
export async function takeDesignLock<Row extends DesignRow>(
  { db }: OperationContext,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  { ref, token = randomUUID(), takeOver }: LockTaking,
): Promise<LockHeld | Refusal> {
  const { user } = request
  const record = recordOf(ref)
  const refusal = record.refuse(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await loadRecord(tx, user, record, ref)
    if (row instanceof Refusal) return row
    return takeLock(tx, { workplaceId, designId: row.id, username, token, takeOver })
  })
}

/** Releases the lock of a window. @returns null when it is done, or another window has the lock. */
export async function releaseDesignLock<Row extends DesignRow>(
  { db }: OperationContext,
  request: Request,
  { recordOf }: Pick<DesignKind<Row>, 'recordOf'>,
  { ref, token }: LockRelease,
): Promise<Refusal | null> {
  const record = recordOf(ref)
  const refusal = record.refuse(request.user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = request.user
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await record.find(tx, workplaceId, ref)
    if (row === null) return noSuch(record)
    await tx.commit([releaseStatement({ workplaceId, designId: row.id, token, username })])
    return null
  })
}
