import type { DashboardLayout, DashboardRole } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseRoleDashboards } from './policy.ts'

/**
 * Sets the default dashboard of a role, for users who have not arranged their own. Without a layout, the product's
 * default applies. Returns null on success, otherwise a refusal.
 */
export async function arrangeRoleDashboard(
  { db }: OperationContext,
  request: Request,
  { role, layout }: { readonly role: DashboardRole; readonly layout: DashboardLayout | null },
): Promise<Refusal | null> {
  const refusal = refuseRoleDashboards(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  await db.withTransaction(actorOf(request), (tx) =>
    runSql(
      tx,
      layout === null
        ? sql`delete from role_dashboard where workplace_id = ${workplaceId}::uuid and role = ${role}`
        : sql`insert into role_dashboard (workplace_id, role, cards, hidden)
            values (${workplaceId}::uuid, ${role}, ${[...layout.cards]}::text[], ${[...layout.hidden]}::text[])
            on conflict (workplace_id, role) do update set cards = excluded.cards, hidden = excluded.hidden`,
    ),
  )
  return null
}
