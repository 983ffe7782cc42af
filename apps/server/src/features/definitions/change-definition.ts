import { sql } from 'kysely'
import { setJobDefinitionPriority } from '../../operations/job-definitions/set-job-definition-priority.ts'
import { setJobDefinitionRetries } from '../../operations/job-definitions/set-job-definition-retries.ts'
import { suspendJobDefinitions } from '../../operations/job-definitions/suspend-job-definitions.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { deleteProcess } from '../../operations/processes/delete-process.ts'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import { setTimeToLive } from '../../operations/processes/set-time-to-live.ts'
import { type ProcessSelection, suspendProcess } from '../../operations/processes/suspend-process.ts'
import type { User } from '../../platform/auth/user.ts'
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
}

/** Suspends or activates a version, or all versions of its process and tenant. */
export async function suspendDefinition(context: OperationContext, user: User, given: Suspension): Promise<Done> {
  const { id, allVersions, ...suspension } = given
  const found = await find(context, user, id)
  if (found === null) return noSuchProcess()
  const of: ProcessSelection = allVersions ? { by: 'key', key: found.key, tenant: found.tenant_id } : { by: 'id', id }
  return suspendProcess(context, user, { of, ...suspension })
}

export async function keepHistoryFor(
  context: OperationContext,
  user: User,
  given: { readonly id: string; readonly days: number | null },
): Promise<Done> {
  return (await find(context, user, given.id)) === null ? noSuchProcess() : setTimeToLive(context, user, given)
}

export async function deleteDefinition(
  context: OperationContext,
  user: User,
  given: { readonly id: string; readonly cascade: boolean },
): Promise<Done> {
  return (await find(context, user, given.id)) === null ? noSuchProcess() : deleteProcess(context, user, given)
}

interface JobPlace {
  readonly id: string
  readonly jobDefinitionId: string
}

export async function suspendJobsOf(
  context: OperationContext,
  user: User,
  { id, jobDefinitionId, ...given }: JobPlace & { readonly isSuspended: boolean; readonly includesJobs: boolean },
): Promise<Done> {
  return (
    (await refuseJobs(context, user, { id, jobDefinitionId })) ??
    suspendJobDefinitions(context, user, { ...given, of: { by: 'id', id: jobDefinitionId } })
  )
}

export async function setPriorityOf(
  context: OperationContext,
  user: User,
  { id, jobDefinitionId, ...given }: JobPlace & { readonly priority: number | null; readonly includesJobs: boolean },
): Promise<Done> {
  return (
    (await refuseJobs(context, user, { id, jobDefinitionId })) ??
    setJobDefinitionPriority(context, user, { ...given, id: jobDefinitionId })
  )
}

export async function retryJobsOf(
  context: OperationContext,
  user: User,
  { id, jobDefinitionId, retries }: JobPlace & { readonly retries: number },
): Promise<Done> {
  return (
    (await refuseJobs(context, user, { id, jobDefinitionId })) ??
    setJobDefinitionRetries(context, user, { id: jobDefinitionId, retries })
  )
}

async function find({ db }: OperationContext, user: User, id: string): Promise<Found | null> {
  if (!isUuid(id)) return null
  const [row] = await db.read(user, (tx) =>
    runSql<Found>(
      tx,
      sql`select key, tenant_id from process_definition where workplace_id = ${user.workplaceId} and id = ${id}::uuid`,
    ),
  )
  return row ?? null
}

/** Null when the version has that place where jobs are created. */
async function refuseJobs({ db }: OperationContext, user: User, { id, jobDefinitionId }: JobPlace): Promise<Done> {
  const gone = refuse('thing.not-found', 'Expected a job definition of this process, but there is none with this id.')
  if (!isUuid(id) || !isUuid(jobDefinitionId)) return gone
  const rows = await db.read(user, (tx) =>
    runSql(
      tx,
      sql`select 1 from job_definition where workplace_id = ${user.workplaceId} and definition_id = ${id}::uuid and id = ${jobDefinitionId}::uuid`,
    ),
  )
  return rows.length === 0 ? gone : null
}
