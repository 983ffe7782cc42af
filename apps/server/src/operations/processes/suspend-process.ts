import { type RawBuilder, sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import type { Belonging } from '../belonging.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDefinition } from './policy.ts'
import { suspendDefinitions } from './suspend-all.ts'

/** One version, or all versions of a process. */
export type ProcessSelection =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'key'; readonly key: string; readonly tenant: TenantChoice }

export interface ProcessSuspension {
  readonly of: ProcessSelection
  readonly isSuspended: boolean
  /** Whether the instances that run are meant too. */
  readonly includesInstances: boolean
}

/**
 * Lets nobody start a process, or lets them again. Null when it is done: definitions, what they wait for and, where they
 * are few, instances in one unit of work; else jobs of that unit see to the instances.
 */
export async function suspendProcess(
  context: OperationContext,
  request: Request,
  { of, isSuspended, includesInstances }: ProcessSuspension,
): Promise<Refusal | null> {
  const thing: Belonging = of.by === 'id' ? { kind: 'process', id: of.id } : { kind: 'processKey', id: of.key }
  const refusal = await refuseDefinition(context, request, 'operate', thing)
  if (refusal !== null) return refusal
  return suspendDefinitions(context, request, { condition: conditionOf(of), isSuspended, includesInstances })
}

function conditionOf(of: ProcessSelection): RawBuilder<unknown> {
  if (of.by === 'id') return sql`id = ${of.id}::uuid`
  const ofTenant = of.tenant === undefined ? sql`` : sql` and tenant_id is not distinct from ${of.tenant}`
  return sql`key = ${of.key}${ofTenant}`
}
