import { type AnswerOf, type DashboardRole, type dashboardCalls, dashboardRoles } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { completeLayout } from './complete-layout.ts'

/** Lists the dashboard layout of each role. */
export async function listRoleDashboards(
  db: Database,
  request: Request,
): Promise<AnswerOf<typeof dashboardCalls.ofRoles>> {
  const { workplaceId } = request
  const rows = await db.read(request, (tx) =>
    runSql<{ role: DashboardRole; cards: string[]; hidden: string[] }>(
      tx,
      sql`select role, cards, hidden from role_dashboard where workplace_id = ${workplaceId}::uuid`,
    ),
  )
  return dashboardRoles.map((role) => {
    const kept = rows.find((row) => row.role === role)
    return { role, isArranged: kept !== undefined, layout: completeLayout(kept) }
  })
}
