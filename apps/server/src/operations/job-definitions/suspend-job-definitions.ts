import { type RawBuilder, sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { changeJobsIn } from '../../runtime/execute/change-jobs.ts'
import { unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import type { OperationContext } from '../operation-context.ts'
import type { ProcessReference } from '../process-reference.ts'
import { refuseJobDefinition } from './policy.ts'

/** Selects job definitions: one, all of one process version, or all of all versions of a process. */
export type JobDefinitionSelection =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'definition'; readonly id: string }
  | { readonly by: 'process'; readonly key: string; readonly tenant: TenantChoice }

export interface JobDefinitionSuspension {
  readonly of: JobDefinitionSelection
  readonly isSuspended: boolean
  /** Whether the jobs that wait are meant too. New ones of a suspended definition begin suspended in any case. */
  readonly includesJobs: boolean
}

/** Suspends the jobs of job definitions, or activates them again. Returns null on success, otherwise a refusal. */
export async function suspendJobDefinitions(
  context: OperationContext,
  request: Request,
  { of, isSuspended, includesJobs }: JobDefinitionSuspension,
): Promise<Refusal | null> {
  const refusal = await refuseJobDefinition(context, request, referenceOf(of))
  if (refusal !== null) return refusal
  const { workplaceId } = request
  const change = sql<{
    id: string
  }>`update job_definition jd set is_suspended = ${isSuspended} from process_definition d
    where jd.workplace_id = ${workplaceId}::uuid and d.workplace_id = jd.workplace_id and d.id = jd.definition_id and ${conditionOf(of)} returning jd.id`
  return unitOfWork(context.runtime, actorOf(request), async (unit) => {
    const changed = await unit.tx.query<{ id: string }>({ compile: () => change.compile(kysely) })
    const ids = changed.map(({ id }) => id)
    if (includesJobs) await changeJobsIn(unit, workplaceId, { by: 'jobDefinition', ids }, { isSuspended })
    return null
  })
}

function referenceOf(of: JobDefinitionSelection): ProcessReference {
  if (of.by === 'process') return { kind: 'processKey', id: of.key }
  return { kind: of.by === 'id' ? 'jobDefinition' : 'process', id: of.id }
}

function conditionOf(of: JobDefinitionSelection): RawBuilder<unknown> {
  if (of.by === 'id') return sql`jd.id = ${of.id}::uuid`
  if (of.by === 'definition') return sql`jd.definition_id = ${of.id}::uuid`
  const ofTenant = of.tenant === undefined ? sql`` : sql` and d.tenant_id is not distinct from ${of.tenant}`
  return sql`d.key = ${of.key}${ofTenant}`
}
