import { type ToolApproval, toolApprovalLimits } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Lists the requests of assistants that wait for the user, newest first. */
export async function listToolApprovals(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  request: Request,
): Promise<ToolApproval[]> {
  const since = new Date(clock().getTime() - toolApprovalLimits.minutes * 60_000).toISOString()
  const rows = await db.read(request, (tx) =>
    runSql<Omit<ToolApproval, 'createdAt'> & { readonly at: Date }>(
      tx,
      sql`select id, tool, client, input, created_at as at from tool_use where workplace_id = ${request.workplaceId}
        and user_id = ${request.user.id} and state = 'waiting' and created_at >= ${since} order by created_at desc, id`,
    ),
  )
  return rows.map(({ at, ...row }) => ({ ...row, createdAt: new Date(at).toISOString() }))
}
