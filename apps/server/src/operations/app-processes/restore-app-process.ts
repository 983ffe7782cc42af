import type { User } from '../../platform/auth/user.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { type AppProcessRef, findAppProcess, noSuchAppProcess } from './app-process.ts'
import { refuseProcessDesigner } from './policy.ts'

/** Takes back that a process was disabled. Null when it is done. */
export async function restoreAppProcess(
  { db }: OperationContext,
  user: User,
  ref: AppProcessRef,
): Promise<Refusal | null> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const process = await findAppProcess(tx, workplaceId, ref, { lock: true })
    if (process === null) return noSuchAppProcess()
    if (process.disabled_at === null)
      return refuse('thing.exists', `Expected a process that is disabled, but “${process.name}” is in use already.`)
    await tx.query(
      kysely
        .updateTable('app_process')
        .set({ disabled_at: null, disabled_by: null, disabled_reason: null, revision: process.revision + 1 })
        .where('workplace_id', '=', workplaceId)
        .where('id', '=', process.id),
    )
    return null
  })
}
