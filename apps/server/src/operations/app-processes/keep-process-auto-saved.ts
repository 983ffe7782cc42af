import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { keepStatement } from '../designs/auto-save.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { type AppProcessRef, processRecord } from './app-process.ts'
import { refuseProcessDesigner } from './policy.ts'

export interface ProcessAutoSaving {
  readonly ref: AppProcessRef
  readonly xml: string
  /** The version that it was begun with. */
  readonly version: number
}

/** Keeps what a designer has not saved yet, finished or not, for him alone. @returns when. */
export async function keepProcessAutoSaved(
  { db, clock }: OperationContext,
  user: User,
  { ref, xml, version }: ProcessAutoSaving,
): Promise<Date | Refusal> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = user
  const savedAt = clock()
  return db.withTransaction(actorOf(user), async (tx) => {
    const process = await loadRecord(tx, user, processRecord, ref)
    if (process instanceof Refusal) return process
    const owner = { workplaceId, designId: process.id, userId }
    await tx.commit([keepStatement(owner, { text: xml, version, savedAt })])
    return savedAt
  })
}
