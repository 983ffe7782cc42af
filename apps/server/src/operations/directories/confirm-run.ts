import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { invalidDirectory, noSuchRun, refuseDirectoryKeeper } from './policy.ts'
import { findRun, orderRun } from './runs.ts'

export interface RunOfDirectory {
  readonly id: string
  readonly runId: string
}

/**
 * Confirms a waiting run of a directory. The run reads the directory again, and changes users when no more of them
 * leave or lose groups than the user has confirmed. Refuses with `directory.invalid` for a run that does not wait.
 *
 * @returns null when the run continues.
 */
export async function confirmRun(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { id, runId }: RunOfDirectory,
): Promise<Refusal | null> {
  const refusal = refuseDirectoryKeeper(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  const confirmed = await db.withTransaction(actorOf(request), async (tx) => {
    const run = await findRun(tx, { workplaceId, directoryId: id, runId }, { lock: true })
    if (run === null) return noSuchRun()
    if (run.state !== 'waiting')
      return invalidDirectory('Expected a run that waits for a confirmation, but this one does not.')
    await runSql(
      tx,
      sql`update directory_run set state = 'reading', confirmed_leavers = leaver_count, confirmed_losers = loser_count, message = '',
          started_by = ${request.user.username}
        where workplace_id = ${workplaceId} and id = ${runId}`,
    )
    await tx.batch([orderRun(workplaceId, runId, clock().toISOString())])
    return null
  })
  if (confirmed === null) runtime.announceJobs()
  return confirmed
}
