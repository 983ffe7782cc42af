import type { HistoryLevel } from '@millrace/contract'
import { sql } from 'kysely'
import { setJobDefinitionPriority } from '../../operations/job-definitions/set-job-definition-priority.ts'
import { setJobDefinitionRetries } from '../../operations/job-definitions/set-job-definition-retries.ts'
import { suspendJobDefinitions } from '../../operations/job-definitions/suspend-job-definitions.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { deleteProcess } from '../../operations/processes/delete-process.ts'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import { setHistoryLevel } from '../../operations/processes/set-history-level.ts'
import { setTimeToLive } from '../../operations/processes/set-time-to-live.ts'
import { type ProcessSelection, suspendProcess } from '../../operations/processes/suspend-process.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

interface Found {
  readonly key: string
  readonly tenant_id: string | null
}

type Done = Refusal | null

interface Suspension {
  readonly id: string
  readonly isSuspended: boolean
  readonly includesInstances: boolean
  readonly allVersions: boolean
  readonly at: string | null
}

/** Suspends or activates a version, or all versions of its process and tenant. */
export async function suspendDefinition(context: OperationContext, request: Request, given: Suspension): Promise<Done> {
  const { id, allVersions, ...suspension } = given
  const found = await find(context, request, id)
  if (found === null) return noSuchProcess()
  const of: ProcessSelection = allVersions ? { by: 'key', key: found.key, tenant: found.tenant_id } : { by: 'id', id }
  return suspendProcess(context, request, { of, ...suspension })
}

export async function keepHistoryFor(
  context: OperationContext,
  request: Request,
  given: { readonly id: string; readonly days: number | null },
): Promise<Done> {
  return (await find(context, request, given.id)) === null ? noSuchProcess() : setTimeToLive(context, request, given)
}

export async function keepOfHistory(
  context: OperationContext,
  request: Request,
  given: { readonly id: string; readonly level: HistoryLevel },
): Promise<Done> {
  return (await find(context, request, given.id)) === null ? noSuchProcess() : setHistoryLevel(context, request, given)
}

export async function deleteDefinition(
  context: OperationContext,
  request: Request,
  given: { readonly id: string; readonly cascade: boolean },
): Promise<Done> {
  return (await find(context, request, given.id)) === null ? noSuchProcess() : deleteProcess(context, request, given)
}

interface JobPlace {
  readonly id: string
  readonly jobDefinitionId: string
}

export async function suspendJobsOf(
  context: OperationContext,
  request: Request,
  { id, jobDefinitionId, ...given }: JobPlace & { readonly isSuspended: boolean; readonly includesJobs: boolean },
): Promise<Done> {
  return (
    (await refuseJobs(context, request, { id, jobDefinitionId })) ??
    suspendJobDefinitions(context, request, { ...given, of: { by: 'id', id: jobDefinitionId } })
  )
}

export async function setPriorityOf(
  context: OperationContext,
  request: Request,
  { id, jobDefinitionId, ...given }: JobPlace & { readonly priority: number | null; readonly includesJobs: boolean },
): Promise<Done> {
  return (
    (await refuseJobs(context, request, { id, jobDefinitionId })) ??
    setJobDefinitionPriority(context, request, { ...given, id: jobDefinitionId })
  )
}

export async function retryJobsOf(
  context: OperationContext,
  request: Request,
  { id, jobDefinitionId, retries }: JobPlace & { readonly retries: number },
): Promise<Done> {
  return (
    (await refuseJobs(context, request, { id, jobDefinitionId })) ??
    setJobDefinitionRetries(context, request, { id: jobDefinitionId, retries })
  )
}

async function find({ db }: OperationContext, request: Request, id: string): Promise<Found | null> {
  if (!isUuid(id)) return null
  const [row] = await db.read(request, (tx) =>
    runSql<Found>(
      tx,
      sql`select key, tenant_id from process_definition where workplace_id = ${request.workplaceId} and id = ${id}::uuid`,
    ),
  )
  return row ?? null
}

/** Null when the version has that place where jobs are created. */
async function refuseJobs(
  { db }: OperationContext,
  request: Request,
  { id, jobDefinitionId }: JobPlace,
): Promise<Done> {
  const gone = refuse('thing.not-found', 'Expected a job definition of this process, but there is none with this id.')
  if (!isUuid(id) || !isUuid(jobDefinitionId)) return gone
  const rows = await db.read(request, (tx) =>
    runSql(
      tx,
      sql`select 1 from job_definition where workplace_id = ${request.workplaceId} and definition_id = ${id}::uuid and id = ${jobDefinitionId}::uuid`,
    ),
  )
  return rows.length === 0 ? gone : null
}
