import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { invalidImport, noSuchImport, refuseUserImport } from './policy.ts'
import { findImport, orderJob } from './user-import.ts'

/**
 * Has a job import the rows of a checked import, in the name of the user and with the rights that they have then. Each row
 * is decided anew: what has changed since the check counts. Refuses with `user-import.invalid`.
 *
 * @returns null when it is ordered.
 */
export async function startUserImport(
  { db, clock, runtime }: OperationContext,
  user: User,
  id: string,
): Promise<Refusal | null> {
  const early = refuseUserImport(user)
  if (early !== null) return early
  const ordered = await db.withTransaction(actorOf(user), async (tx) => {
    const found = await findImport(tx, user, id, { lock: true })
    if (found === null) return noSuchImport()
    if (found.state !== 'checked')
      return invalidImport('Expected an import that is checked. Check it first, and look at what it would change.')
    if (found.new_count + found.changed_count === 0)
      return invalidImport('Expected rows that change something, but there are none. Nothing has to be imported.')
    await runSql(
      tx,
      sql`update user_import set state = 'importing', position = 0, new_count = 0, changed_count = 0, same_count = 0, refused_count = 0
        where workplace_id = ${user.workplaceId} and id = ${id}`,
    )
    await orderJob(tx, user, id, clock())
    return null
  })
  if (ordered === null) runtime.announceJobs()
  return ordered
}
