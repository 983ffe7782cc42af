import type { Request } from '../../platform/auth/request.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseTenant } from './policy.ts'

export interface NewTenant {
  readonly id: string
  readonly name: string | null
}

/** Creates a tenant: a label for models and their instances. Returns null on success, otherwise a refusal. */
export async function createTenant(
  { db }: OperationContext,
  request: Request,
  { id, name }: NewTenant,
): Promise<Refusal | null> {
  const refusal = refuseTenant(request.user)
  if (refusal !== null) return refusal
  const [rows] = await db.withTransaction(actorOf(request), (tx) =>
    tx.commit([
      {
        name: 'tenant_create',
        text: 'insert into tenant (workplace_id, id, name) values ($1, $2, $3) on conflict do nothing returning id',
        values: [request.workplaceId, id, name],
      },
    ]),
  )
  return rows?.[0] === undefined
    ? refuse('thing.exists', `Expected a new id, but the tenant “${id}” exists already. Choose another id.`)
    : null
}
