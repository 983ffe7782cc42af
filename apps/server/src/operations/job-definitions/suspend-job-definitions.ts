import { type RawBuilder, sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import type { OperationContext } from '../operation-context.ts'
import { type LoggedSuspension, logSuspension } from '../operation-log/log-suspension.ts'
import type { ProcessReference } from '../process-reference.ts'
import { planSuspensions } from '../processes/planned.ts'
import { refuseJobDefinition } from './policy.ts'
import { suspendJobsWithin } from './suspend-jobs-within.ts'

/** Selects job definitions: one, all of one process version, or all of all versions of a process. */
export type JobDefinitionSelection =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'definition'; readonly id: string }
  | { readonly by: 'process'; readonly key: string; readonly tenant: TenantChoice }

export interface JobDefinitionSuspension {
  readonly of: JobDefinitionSelection
  readonly isSuspended: boolean
  /** Whether existing jobs are suspended or activated, too. New jobs of a suspended definition are always suspended. */
  readonly includesJobs: boolean
  /** When, as an ISO 8601 time; null: now. */
  readonly at?: string | null
}

/**
 * Suspends the jobs of job definitions, or activates them again. With a date, a job does it, for the versions that exist
 * then. Returns null on success, otherwise a refusal.
 */
export async function suspendJobDefinitions(
  context: OperationContext,
  request: Request,
  { of, isSuspended, includesJobs, at = null }: JobDefinitionSuspension,
): Promise<Refusal | null> {
  const refusal = await refuseJobDefinition(context, request, referenceOf(of))
  if (refusal !== null) return refusal
  const log = logSuspension(context, request, { entity: 'JobDefinition', isSuspended, to: loggedOf(of) })
  if (at !== null) {
    const jobs = { jobDefinitionId: of.by === 'id' ? of.id : null, includesJobs }
    const planned = { of: reachOf(of), includesInstances: false, includesJobs: false, jobs }
    return planSuspensions(context, request, { condition: definitionsOf(of), isSuspended, at, planned, log })
  }
  const condition = conditionOf(of)
  return unitOfWork(context.runtime, actorOf(request), async (unit) => {
    const isChanged = await suspendJobsWithin(unit, request.workplaceId, { condition, isSuspended, includesJobs })
    if (isChanged) unit.write(log)
    return null
  })
}

function referenceOf(of: JobDefinitionSelection): ProcessReference {
  if (of.by === 'process') return { kind: 'processKey', id: of.key }
  return { kind: of.by === 'id' ? 'jobDefinition' : 'process', id: of.id }
}

function loggedOf(of: JobDefinitionSelection): LoggedSuspension['to'] {
  if (of.by === 'process') return { kind: 'processKey', id: of.key }
  return { kind: of.by === 'id' ? 'jobDefinition' : 'definition', id: of.id }
}

function conditionOf(of: JobDefinitionSelection): RawBuilder<unknown> {
  if (of.by === 'id') return sql`jd.id = ${of.id}::uuid`
  if (of.by === 'definition') return sql`jd.definition_id = ${of.id}::uuid`
  const ofTenant = of.tenant === undefined ? sql`` : sql` and d.tenant_id is not distinct from ${of.tenant}`
  return sql`d.key = ${of.key}${ofTenant}`
}

function reachOf(of: JobDefinitionSelection): 'version' | 'versions' | 'tenants' {
  if (of.by !== 'process') return 'version'
  return of.tenant === undefined ? 'tenants' : 'versions'
}

/** Returns the condition for the process versions of job definitions, of which the newest one holds the plan. */
function definitionsOf(of: JobDefinitionSelection): RawBuilder<unknown> {
  if (of.by === 'definition') return sql`id = ${of.id}::uuid`
  if (of.by === 'id')
    return sql`id = (select jd.definition_id from job_definition jd where jd.workplace_id = process_definition.workplace_id and jd.id = ${of.id}::uuid)`
  const ofTenant = of.tenant === undefined ? sql`` : sql` and tenant_id is not distinct from ${of.tenant}`
  return sql`key = ${of.key}${ofTenant}`
}
