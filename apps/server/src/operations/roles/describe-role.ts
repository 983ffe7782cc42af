import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { getKeptRole } from './policy.ts'

/** Changes the description of a role. @returns null on success. */
export async function describeRole(
  { db, clock }: OperationContext,
  request: Request,
  { roleName, description }: { readonly roleName: string; readonly description: string },
): Promise<Refusal | null> {
  const { user } = request
  const role = getKeptRole(user, roleName)
  if (role instanceof Refusal) return role
  const now = clock().toISOString()
  return db.withTransaction(actorOf(request), async (tx) => {
    await runSql(
      tx,
      sql`insert into role_description (workplace_id, role, description, updated_at, updated_by)
        values (${user.workplaceId}, ${role}, ${description}, ${now}, ${user.username})
        on conflict (workplace_id, role) do update set description = excluded.description, updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    )
    return null
  })
}
