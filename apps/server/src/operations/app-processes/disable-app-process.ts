import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AppProcessRef, loadAppProcessFor } from './app-process.ts'
import { refuseProcessDesigner } from './policy.ts'

/** Disables a process: it keeps its name and key, and the next deployment goes without it. Null when it is done. */
export async function disableAppProcess(
  { db, clock }: OperationContext,
  user: User,
  { ref, reason }: { readonly ref: AppProcessRef; readonly reason: string },
): Promise<Refusal | null> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const process = await loadAppProcessFor(tx, user, ref, { lock: true })
    if (process instanceof Refusal) return process
    await tx.query(
      kysely
        .updateTable('app_process')
        .set({ disabled_at: clock(), disabled_by: username, disabled_reason: reason, revision: process.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', process.id),
    )
    return null
  })
}
