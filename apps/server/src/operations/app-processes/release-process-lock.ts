import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { releaseStatement } from '../designs/edit-lock.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type AppProcessRef, findAppProcess, processRecord } from './app-process.ts'
import { refuseProcessDesigner } from './policy.ts'

/** Says that a window is no longer at a design. Null when it is done, or it was not at it any more. */
export async function releaseProcessLock(
  { db }: OperationContext,
  user: User,
  { ref, token }: { readonly ref: AppProcessRef; readonly token: string },
): Promise<Refusal | null> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref)
    if (process === null) return noSuch(processRecord)
    await tx.commit([releaseStatement({ workplaceId, designId: process.id, token, username })])
    return null
  })
}
