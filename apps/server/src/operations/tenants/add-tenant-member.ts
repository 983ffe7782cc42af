import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseTenant } from './policy.ts'

export interface TenantMembership {
  readonly tenant: string
  /** A user name, or the key of a group. */
  readonly member: string
  readonly kind: 'user' | 'group'
}

/**
 * Adds a user or group to a tenant. Does nothing for existing members. Returns null on success, otherwise a refusal.
 */
export async function addTenantMember(
  { db }: OperationContext,
  request: Request,
  { tenant, member, kind }: TenantMembership,
): Promise<Refusal | null> {
  const refusal = refuseTenant(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  const [known] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'tenant_find',
        text: 'select id from tenant where workplace_id = $1 and id = $2',
        values: [workplaceId, tenant],
      },
      {
        name: `tenant_member_add_${kind}`,
        text: `insert into tenant_member (workplace_id, tenant_id, ${kind}_id) select workplace_id, id, $3 from tenant where workplace_id = $1 and id = $2 on conflict do nothing`,
        values: [workplaceId, tenant, member],
      },
    ]),
  )
  return known?.[0] === undefined
    ? refuse('thing.not-found', 'Expected a tenant of this workplace, but there is none with this id.')
    : null
}
