import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { invalidImport, noSuchImport, refuseUserImport } from './policy.ts'
import { findImport, orderJob } from './user-import.ts'

/**
 * Orders a job that imports the rows of a checked user import, on behalf of the user and with their permissions at that
 * time. Each row is decided again, because accounts may have changed since the check. Refuses with
 * `user-import.invalid`.
 *
 * @returns null when it is ordered.
 */
export async function startUserImport(
  { db, clock, runtime }: OperationContext,
  request: Request,
  id: string,
): Promise<Refusal | null> {
  const early = refuseUserImport(request.user)
  if (early !== null) return early
  const ordered = await db.withTransaction(actorOf(request), async (tx) => {
    const found = await findImport(tx, request.user, id, { lock: true })
    if (found === null) return noSuchImport()
    if (found.state !== 'checked')
      return invalidImport('Expected a checked import. Check it first, and view the changes.')
    if (found.new_count + found.changed_count === 0)
      return invalidImport('Expected rows that change users, but there are none. There is nothing to import.')
    await runSql(
      tx,
      sql`update user_import set state = 'importing', position = 0, new_count = 0, changed_count = 0, same_count = 0, refused_count = 0
        where workplace_id = ${request.workplaceId} and id = ${id}`,
    )
    await orderJob(tx, request.user, id, clock())
    return null
  })
  if (ordered === null) runtime.announceJobs()
  return ordered
}
