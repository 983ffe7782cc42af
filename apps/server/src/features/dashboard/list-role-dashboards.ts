import { type AnswerOf, type DashboardRole, type dashboardCalls, dashboardRoles } from '@millrace/contract'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { completeLayout } from './complete-layout.ts'

/** How the dashboard comes for each role. */
export async function listRoleDashboards(
  db: Database,
  { workplaceId }: Person,
): Promise<AnswerOf<typeof dashboardCalls.ofRoles>> {
  const rows = await db.read({ workplaceId }, (tx) =>
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
