import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { directoryRecord } from './directory.ts'
import { invalidDirectory, refuseDirectoryKeeper } from './policy.ts'
import { openRun } from './runs.ts'

/**
 * Starts a run of a directory, which a job carries out with the permissions of the user who saved the directory last.
 * Refuses with `directory.running` or `directory.invalid`.
 *
 * @returns the id of the run.
 */
export async function startRun(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { id, isDryRun }: { readonly id: string; readonly isDryRun: boolean },
): Promise<string | Refusal> {
  const refusal = refuseDirectoryKeeper(request.user)
  if (refusal !== null) return refusal
  const opened = await db.withTransaction(actorOf(request), async (tx): Promise<string | Refusal> => {
    const directory = await loadRecord(tx, request.user, directoryRecord, id, { lock: true })
    if (directory instanceof Refusal) return directory
    const known = await runSql(
      tx,
      sql`select 1 from app_user where workplace_id = ${request.workplaceId} and id = ${directory.acts_as}`,
    )
    if (known.length === 0)
      return invalidDirectory(
        'Expected the administrator who saved the directory last, but the account no longer exists. Save the directory again.',
      )
    const runId = runtime.newId()
    const isOpen = await openRun(tx, directory, { id: runId, isDryRun, by: request.user.username, now: clock() })
    if (isOpen) return runId
    return refuse(
      'directory.running',
      'Expected no run of this directory, but one is in progress. Wait until it ends, or cancel it.',
    )
  })
  if (!(opened instanceof Refusal)) runtime.announceJobs()
  return opened
}
