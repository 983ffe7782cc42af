import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import type { RunOfDirectory } from './confirm-run.ts'
import { noSuchRun, refuseDirectoryKeeper } from './policy.ts'
import { findRun } from './runs.ts'

/** Cancels a run. Users that it has changed already keep the changes. An ended run is left unchanged. */
export async function cancelRun(
  { db, clock }: OperationContext,
  request: Request,
  { id, runId }: RunOfDirectory,
): Promise<Refusal | null> {
  const refusal = refuseDirectoryKeeper(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  return db.withTransaction(actorOf(request), async (tx) => {
    if ((await findRun(tx, { workplaceId, directoryId: id, runId }, { lock: true })) === null) return noSuchRun()
    await tx.batch([
      {
        name: 'directory_run_cancel',
        text: `with ended as (update directory_run set state = 'cancelled', ended_at = $3
            where workplace_id = $1 and id = $2 and state in ('reading', 'applying', 'waiting') returning id)
          delete from job j using ended where j.workplace_id = $1 and j.id = ended.id`,
        values: [workplaceId, runId, clock().toISOString()],
      },
    ])
    return null
  })
}
