import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import type { NewTenant } from './create-tenant.ts'
import { refuseTenant } from './policy.ts'

/** Changes the name of a tenant. Returns null on success, otherwise a refusal. */
export async function changeTenant(
  { db }: OperationContext,
  request: Request,
  { id, name }: NewTenant,
): Promise<Refusal | null> {
  const refusal = refuseTenant(request.user)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'tenant_change',
        text: 'update tenant set name = $3 where workplace_id = $1 and id = $2 returning id',
        values: [request.workplaceId, id, name],
      },
    ]),
  )
  return rows?.[0] === undefined
    ? refuse('thing.not-found', 'Expected a tenant of this workplace, but there is none with this id.')
    : null
}
