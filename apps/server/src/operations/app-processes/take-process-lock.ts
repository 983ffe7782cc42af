import { randomUUID } from 'node:crypto'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { type LockHeld, takeLock } from '../designs/edit-lock.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { type AppProcessRef, processRecord } from './app-process.ts'
import { refuseProcessDesigner } from './policy.ts'

export interface ProcessLockTaking {
  readonly ref: AppProcessRef
  /** Of the lock that is renewed; undefined for a new one. */
  readonly token: string | undefined
  /** From whoever has it. He is told with his next renewal or save. */
  readonly takeOver: boolean
}

/** Says that the user is at a design, when nobody else is. @returns who is at it now, with the token if it is this window. */
export async function takeProcessLock(
  { db }: OperationContext,
  user: User,
  { ref, token = randomUUID(), takeOver }: ProcessLockTaking,
): Promise<LockHeld | Refusal> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const process = await loadRecord(tx, user, processRecord, ref)
    if (process instanceof Refusal) return process
    return takeLock(tx, { workplaceId, designId: process.id, username, token, takeOver })
  })
}
