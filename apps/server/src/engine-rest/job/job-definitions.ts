import { sql } from 'kysely'
import { retryFailed } from '../../operations/batches/retry-failed.ts'
import { setJobDefinitionPriority } from '../../operations/job-definitions/set-job-definition-priority.ts'
import { setJobDefinitionRetries } from '../../operations/job-definitions/set-job-definition-retries.ts'
import {
  type JobDefinitionSelection,
  suspendJobDefinitions,
} from '../../operations/job-definitions/suspend-job-definitions.ts'
import { changeJobs } from '../../operations/jobs/change-jobs.ts'
import { changeJobsOfProcess } from '../../operations/jobs/change-jobs-of-process.ts'
import type { JobSelection } from '../../runtime/execute/change-jobs.ts'
import type { TenantChoice } from '../../runtime/start/waiting-starts.ts'
import { type Body, bodyOf, dateOf, flagOf, integerOf, longOf, needOnlyOne, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { checkTenantChoice } from '../http/check-tenant-choice.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { findRow } from '../query/list-query.ts'
import { type JobDefinitionRow, jobDefinitionQuery } from './job-definition-query.ts'

export async function getJobDefinition(call: Call): Promise<JobDefinitionRow> {
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, jobDefinitionQuery, call.request, sql`jd.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(`Job Definition with id ${id} does not exist`)
  return row
}

/** `PUT /job-definition/{id}/suspended`: new jobs of a suspended definition are created suspended. */
export async function suspendDefinition(call: Call): Promise<undefined> {
  return suspend(call, { by: 'id', id: asId(pathOf(call, 'id')) })
}

/**
 * `PUT /job-definition/suspended`: suspends or activates all job definitions of a process definition, or of all
 * versions of a key.
 */
export async function suspendDefinitions(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const [definitionId, key] = [textOf(body, 'processDefinitionId'), textOf(body, 'processDefinitionKey')]
  if (textOf(body, 'jobDefinitionId') !== null)
    throw invalid('Either processDefinitionId or processDefinitionKey can be set to update the suspension state.')
  needOnlyOne(body, ['jobDefinitionId', 'processDefinitionId', 'processDefinitionKey'])
  if (definitionId !== null) return suspend(call, { by: 'definition', id: asId(definitionId) })
  if (key === null)
    throw invalid('Either processDefinitionId or processDefinitionKey should be set to update the suspension state.')
  return suspend(call, { by: 'process', key, tenant: readTenant(call, body) })
}

/** Reads whose versions a change by key is about: those of a tenant, of no tenant, or all. */
function readTenant({ request }: Call, body: Body): TenantChoice {
  const isWithout = flagOf(body, 'processDefinitionWithoutTenantId') === true
  return checkTenantChoice(request, isWithout ? null : (textOf(body, 'processDefinitionTenantId') ?? undefined))
}

async function suspend(call: Call, of: JobDefinitionSelection): Promise<undefined> {
  const body = bodyOf(call)
  const isSuspended = flagOf(body, 'suspended') ?? false
  const includesJobs = flagOf(body, 'includeJobs') === true
  const at = dateOf(body, 'executionDate')?.toISOString() ?? null
  orThrow(await suspendJobDefinitions(call.context, call.request, { of, isSuspended, includesJobs, at }))
  return undefined
}

/** `PUT /job/suspended`: suspends or activates all jobs of an instance, a definition, a key or a job definition. */
export async function suspendJobs(call: Call): Promise<undefined> {
  const { context, request } = call
  const body = bodyOf(call)
  const patch = { isSuspended: flagOf(body, 'suspended') ?? false }
  if (textOf(body, 'jobId') !== null)
    throw invalid(
      'Either jobDefinitionId, processInstanceId, processDefinitionId or processDefinitionKey can be set to update the suspension state.',
    )
  needOnlyOne(body, ['jobId', 'jobDefinitionId', 'processInstanceId', 'processDefinitionId', 'processDefinitionKey'])
  const of = readSelection(body)
  const key = textOf(body, 'processDefinitionKey')
  if (of !== null) orThrow(await changeJobs(context, request, { of, patch }))
  else if (key !== null)
    orThrow(await changeJobsOfProcess(context, request, { key, tenant: readTenant(call, body), patch }))
  else
    throw invalid(
      'Either jobDefinitionId, processInstanceId, processDefinitionId or processDefinitionKey should be set to update the suspension state.',
    )
  return undefined
}

function readSelection(body: Body): JobSelection | null {
  const named = [
    ['jobDefinition', 'jobDefinitionId'],
    ['instance', 'processInstanceId'],
    ['definition', 'processDefinitionId'],
  ] as const
  for (const [by, field] of named) {
    const id = textOf(body, field)
    if (id !== null) return { by, id: asId(id) }
  }
  return null
}

/** Sets the retries of the failed jobs of a job definition. */
export async function setDefinitionRetries(call: Call): Promise<undefined> {
  const retries = integerOf(bodyOf(call), 'retries')
  if (retries === null || retries < 0)
    throw invalid(
      `ENGINE-13054 The number of job retries must be a non-negative Integer, but '${retries}' has been provided.`,
    )
  const { id, processDefinitionId, jobConfiguration } = await getJobDefinition(call)
  if (processDefinitionId === null) return retryItems(call, jobConfiguration ?? '', retries)
  orThrow(await setJobDefinitionRetries(call.context, call.request, { id, retries }))
  return undefined
}

/** Retries the failed items of a batch. */
async function retryItems(call: Call, batchId: string, retries: number): Promise<undefined> {
  const refusal = await retryFailed(call.context, call.request, { id: batchId, tries: Math.min(retries, 32_767) })
  if (refusal?.code !== 'batch.none-failed') orThrow(refusal)
  return undefined
}

/**
 * Sets the priority of new jobs of a job definition, and with `includeJobs` of its existing jobs. Null: the priority of
 * the model.
 */
export async function setDefinitionPriority(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const input = { priority: longOf(body, 'priority'), includesJobs: flagOf(body, 'includeJobs') === true }
  if (input.priority === null && input.includesJobs)
    throw invalid(
      `Cannot reset priority for job definition ${pathOf(call, 'id')} with includeJobs=true: the jobs keep their priorities.`,
    )
  const { id } = await getJobDefinition(call)
  orThrow(await setJobDefinitionPriority(call.context, call.request, { id, ...input }))
  return undefined
}
