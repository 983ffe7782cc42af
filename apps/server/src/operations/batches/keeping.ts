import pg from 'pg'
import type { Request } from '../../platform/auth/request.ts'
import type { ResultRows, Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { batchIsRunning, noBatch, ownBatchesOf, refuseKeeping } from './policy.ts'

/** A batch under its lock. */
export interface LockedBatch {
  readonly state: 'draft' | 'waiting' | 'done' | 'cancelled'
  readonly failed: number
  /** Whether something is left to be done or to be tried again. */
  readonly isLive: boolean
  readonly isSuspended: boolean
}

/**
 * Changes a batch of operators under its lock. Batches of tasks belong to their users and are excluded. Returns null on
 * success, otherwise a refusal.
 *
 * @param change returns the statements of the change, or a refusal.
 */
export async function keepBatch(
  { db, runtime }: OperationContext,
  request: Request,
  id: string,
  change: (batch: LockedBatch) => readonly Statement[] | Refusal,
): Promise<ResultRows[] | Refusal> {
  const refusal = refuseKeeping(request.user)
  if (refusal !== null) return refusal
  if (!isUuid(id)) return noBatch()
  const { workplaceId } = request
  const work = async (tx: Tx) => {
    const [rows] = await tx.batch([
      {
        name: 'batch_keep',
        text: `select state, failed, is_suspended from batch where workplace_id = $1 and id = $2 and kind <> 'task-action' and state <> 'draft' and ($3::uuid is null or user_id = $3) for update`,
        values: [workplaceId, id, ownBatchesOf(request.user)],
      },
    ])
    const row = rows?.[0]
    if (row === undefined) return noBatch()
    const [state, failed] = [row[0] as LockedBatch['state'], Number(row[1])]
    const isLive = state === 'waiting' || (state === 'done' && failed > 0)
    const statements = change({ state, failed, isLive, isSuspended: row[2] === 't' })
    return Array.isArray(statements) ? tx.commit(statements) : (statements as Refusal)
  }
  try {
    const done = await db.withTransaction(actorOf(request), work)
    runtime.announceJobs()
    return done
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'batch_about_waiting') return batchIsRunning()
    throw error
  }
}
