import { type RawBuilder, sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import type { Belonging } from '../belonging.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseDefinition } from './policy.ts'
import { suspendDefinitions } from './suspend-all.ts'

/** One version of a process, or all its versions. */
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
 * Suspends a process so that nobody can start it, or activates it again. Definitions, their subscriptions and a small
 * number of instances change in one unit of work; jobs of that unit process larger numbers. Returns null on success,
 * otherwise a refusal.
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
