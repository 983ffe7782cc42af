import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDashboard } from './policy.ts'

/**
 * Deletes a user's own dashboard layout, so that the default of their roles applies again. Returns null on success,
 * otherwise a refusal.
 */
export async function resetDashboard({ db }: OperationContext, request: Request): Promise<Refusal | null> {
  const { user } = request
  const refusal = refuseDashboard(user)
  if (refusal !== null) return refusal
  await db.withTransaction(actorOf(request), (tx) =>
    runSql(
      tx,
      sql`delete from dashboard_layout where workplace_id = ${user.workplaceId}::uuid and user_id = ${user.id}::uuid`,
    ),
  )
  return null
}
