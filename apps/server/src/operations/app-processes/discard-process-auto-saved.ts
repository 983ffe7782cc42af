import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { discardStatement } from '../designs/auto-save.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type AppProcessRef, findAppProcess, processRecord } from './app-process.ts'
import { refuseProcessDesigner } from './policy.ts'

/** Throws away what the user has not saved of a design. Null when it is done, or there was nothing. */
export async function discardProcessAutoSaved(
  { db }: OperationContext,
  user: User,
  ref: AppProcessRef,
): Promise<Refusal | null> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, id: userId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    if (process === null) return noSuch(processRecord)
    await tx.commit([discardStatement({ workplaceId, designId: process.id, userId })])
    return null
  })
}
