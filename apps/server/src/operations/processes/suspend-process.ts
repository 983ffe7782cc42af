import { type RawBuilder, sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import type { OperationContext } from '../operation-context.ts'
import { logSuspension } from '../operation-log/log-suspension.ts'
import type { ProcessReference } from '../process-reference.ts'
import { planSuspensions } from './planned.ts'
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
  /** Whether new jobs of running instances are suspended too, as in Camunda 7. An activation always activates them. */
  readonly includesJobs?: boolean
  /** When; null: now. */
  readonly at?: string | null | undefined
}

/**
 * Suspends or activates definitions, so that nobody or everybody can start instances of them. Definitions, their
 * subscriptions and, if there are few, their instances change in one unit of work; otherwise jobs change the instances.
 * With a date, a job does all of it, for the versions that exist then. Returns null on success, otherwise a refusal.
 */
export async function suspendProcess(
  context: OperationContext,
  request: Request,
  { of, isSuspended, includesInstances, includesJobs = false, at = null }: ProcessSuspension,
): Promise<Refusal | null> {
  const thing: ProcessReference = of.by === 'id' ? { kind: 'process', id: of.id } : { kind: 'processKey', id: of.key }
  const refusal = await refuseDefinition(context, request, 'operate', thing)
  if (refusal !== null) return refusal
  const condition = conditionOf(of)
  const to =
    of.by === 'id' ? ({ kind: 'definition', id: of.id } as const) : ({ kind: 'processKey', id: of.key } as const)
  const log = logSuspension(context, request, { entity: 'ProcessDefinition', isSuspended, to })
  if (at === null)
    return suspendDefinitions(context, request, {
      condition,
      isSuspended,
      includesInstances,
      includesJobs,
      log,
    })
  const planned = { of: reachOf(of), includesInstances, includesJobs, jobs: null }
  return planSuspensions(context, request, { condition, isSuspended, at, planned, log })
}

function reachOf(of: ProcessSelection): 'version' | 'versions' | 'tenants' {
  if (of.by === 'id') return 'version'
  return of.tenant === undefined ? 'tenants' : 'versions'
}

function conditionOf(of: ProcessSelection): RawBuilder<unknown> {
  if (of.by === 'id') return sql`id = ${of.id}::uuid`
  const ofTenant = of.tenant === undefined ? sql`` : sql` and tenant_id is not distinct from ${of.tenant}`
  return sql`key = ${of.key}${ofTenant}`
}
