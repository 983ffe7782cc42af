import { commentLimits, type Person } from '@millrace/contract'
import { sql } from 'kysely'
import { refuseReading } from '../../operations/comments/policy.ts'
import type { Subject } from '../../operations/comments/subject.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findNamed, fullNameOf } from '../../runtime/rights/people.ts'
import { isCommentReader } from '../../runtime/rights/readers.ts'

/** Finds users by name that a comment about the task or instance can mention: its readers. */
export async function findReaders(
  db: Database,
  request: Request,
  { of, q }: { of: Subject; q: string },
): Promise<Person[] | Refusal> {
  return db.read(request, async (tx) => {
    const refusal = await refuseReading(tx, request.user, of)
    if (refusal !== null) return refusal
    const fullName = fullNameOf('u')
    const rows = await runSql<{ username: string; name: string }>(
      tx,
      sql`select u.username, ${fullName} as name from app_user u where u.workplace_id = ${request.workplaceId} and ${isCommentReader(of)}
        and ${await findNamed(tx, request.workplaceId, q)} order by u.username_key limit ${commentLimits.found}`,
    )
    return rows.map(({ username, name }) => ({ username, displayName: name || username }))
  })
}
