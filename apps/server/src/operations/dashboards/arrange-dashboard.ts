import type { DashboardLayout } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDashboard } from './policy.ts'

/** Stores the dashboard layout of a user. Returns null on success, otherwise a refusal. */
export async function arrangeDashboard(
  { db }: OperationContext,
  request: Request,
  { cards, hidden }: DashboardLayout,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseDashboard(user)
  if (refusal !== null) return refusal
  await db.withTransaction(actorOf(request), (tx) =>
    runSql(
      tx,
      sql`insert into dashboard_layout (workplace_id, user_id, cards, hidden)
        values (${user.workplaceId}, ${user.id}, ${[...cards]}::text[], ${[...hidden]}::text[])
        on conflict (workplace_id, user_id) do update set cards = excluded.cards, hidden = excluded.hidden`,
    ),
  )
  return null
}
