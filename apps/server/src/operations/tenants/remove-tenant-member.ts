import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import type { TenantMembership } from './add-tenant-member.ts'
import { refuseTenant } from './policy.ts'

/** Removes a user or group from a tenant. Returns null on success, otherwise a refusal. */
export async function removeTenantMember(
  { db }: OperationContext,
  request: Request,
  { tenant, member, kind }: TenantMembership,
): Promise<Refusal | null> {
  const refusal = refuseTenant(request.user)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: `tenant_member_remove_${kind}`,
        text: `delete from tenant_member where workplace_id = $1 and tenant_id = $2 and ${kind}_id = $3 returning tenant_id`,
        values: [request.workplaceId, tenant, member],
      },
    ]),
  )
  return rows?.[0] === undefined
    ? refuse('thing.not-found', 'Expected a member of the tenant, but there is no such member.')
    : null
}
