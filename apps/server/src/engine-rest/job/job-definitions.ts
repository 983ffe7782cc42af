import { sql } from 'kysely'
import { changeJobs } from '../../runtime/execute/change-jobs.ts'
import { executeForAll } from '../execute.ts'
import { bodyOf, flagOf, integerOf, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { asId, type Sql } from '../query/filters.ts'
import { findRow, runSql } from '../query/list-query.ts'
import { type JobDefinitionRow, jobDefinitionQuery } from './job-definition-query.ts'

export async function getJobDefinition(call: Call): Promise<JobDefinitionRow> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, jobDefinitionQuery, workplaceId, sql`jd.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(`Job Definition with id ${id} does not exist`)
  return row
}

/** `PUT /job-definition/{id}/suspended`. New jobs of a suspended definition begin suspended. */
export async function suspendDefinition(call: Call): Promise<undefined> {
  return suspend(call, sql`jd.id = ${asId(pathOf(call, 'id'))}::uuid`)
}

/** `PUT /job-definition/suspended`: all of a process definition, or of all versions of a key. */
export async function suspendDefinitions(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const [definitionId, key] = [textOf(body, 'processDefinitionId'), textOf(body, 'processDefinitionKey')]
  if (definitionId !== null) return suspend(call, sql`jd.definition_id = ${asId(definitionId)}::uuid`)
  if (key === null)
    throw invalid('Either processDefinitionId or processDefinitionKey should be set to update the suspension state.')
  const tenantId = textOf(body, 'processDefinitionTenantId')
  const ofTenant =
    flagOf(body, 'processDefinitionWithoutTenantId') === true
      ? sql` and d.tenant_id is null`
      : tenantId === null
        ? sql``
        : sql` and d.tenant_id = ${tenantId}`
  return suspend(call, sql`d.key = ${key}${ofTenant}`)
}

async function suspend(call: Call, which: Sql): Promise<undefined> {
  const { runtime, actor } = call
  const body = bodyOf(call)
  const isSuspended = flagOf(body, 'suspended') ?? false
  const changed = await runtime.db.withTransaction(actor, (tx) =>
    runSql<{ id: string }>(
      tx,
      sql`update job_definition jd set is_suspended = ${isSuspended} from process_definition d
        where jd.workplace_id = ${actor.workplaceId}::uuid and d.workplace_id = jd.workplace_id and d.id = jd.definition_id and ${which} returning jd.id`,
    ),
  )
  if (flagOf(body, 'includeJobs') === true)
    for (const { id } of changed) await changeJobs(runtime, actor, { by: 'jobDefinition', id }, { isSuspended })
  return undefined
}

/** `PUT /job/suspended`: all jobs of an instance, a definition, a key or a job definition. */
export async function suspendJobs(call: Call): Promise<undefined> {
  const { runtime, actor } = call
  const body = bodyOf(call)
  const isSuspended = flagOf(body, 'suspended') ?? false
  const [jobDefinitionId, instanceId, definitionId, key] = [
    'jobDefinitionId',
    'processInstanceId',
    'processDefinitionId',
    'processDefinitionKey',
  ].map((name) => textOf(body, name))
  if (jobDefinitionId != null)
    await changeJobs(runtime, actor, { by: 'jobDefinition', id: asId(jobDefinitionId) }, { isSuspended })
  else if (instanceId != null)
    await changeJobs(runtime, actor, { by: 'instance', id: asId(instanceId) }, { isSuspended })
  else if (definitionId != null)
    await changeJobs(runtime, actor, { by: 'definition', id: asId(definitionId) }, { isSuspended })
  else if (key != null) {
    const definitions = await runtime.db.read(actor, (tx) =>
      runSql<{ id: string }>(
        tx,
        sql`select id from process_definition where workplace_id = ${actor.workplaceId}::uuid and key = ${key}`,
      ),
    )
    for (const { id } of definitions) await changeJobs(runtime, actor, { by: 'definition', id }, { isSuspended })
  } else
    throw invalid(
      'Either jobDefinitionId, processInstanceId, processDefinitionId or processDefinitionKey should be set to update the suspension state.',
    )
  return undefined
}

/** New retries for the failed jobs of a definition. */
export async function setDefinitionRetries(call: Call): Promise<undefined> {
  const retries = integerOf(bodyOf(call), 'retries')
  if (retries === null || retries < 0)
    throw invalid(
      `ENGINE-13054 The number of job retries must be a non-negative Integer, but '${retries}' has been provided.`,
    )
  const { runtime, actor } = call
  const { id } = await getJobDefinition(call)
  const jobs = await runtime.db.read(actor, (tx) =>
    runSql<{ id: string }>(
      tx,
      sql`select j.id from job j join instance i on i.workplace_id = j.workplace_id and i.id = j.instance_id
          join job_definition jd on jd.workplace_id = j.workplace_id and jd.definition_id = i.definition_id and jd.element_key = j.element_key and jd.kind = j.kind
        where j.workplace_id = ${actor.workplaceId}::uuid and jd.id = ${id}::uuid and j.retries = 0`,
    ),
  )
  const ids = jobs.map((job) => job.id)
  await executeForAll(call, { by: 'job', ids }, (jobId) => ({ type: 'setJobRetries', jobId, retries, dueAt: null }))
  return undefined
}

/** The priority of jobs that are made from now on, and with `includeJobs` of those that wait. Null: that of the model. */
export async function setDefinitionPriority(call: Call): Promise<undefined> {
  const { runtime, actor } = call
  const body = bodyOf(call)
  const priority = integerOf(body, 'priority')
  const { id } = await getJobDefinition(call)
  await runtime.db.withTransaction(actor, (tx) =>
    runSql(
      tx,
      sql`update job_definition set priority = ${priority} where workplace_id = ${actor.workplaceId}::uuid and id = ${id}::uuid`,
    ),
  )
  if (flagOf(body, 'includeJobs') === true && priority !== null)
    await changeJobs(runtime, actor, { by: 'jobDefinition', id }, { priority })
  return undefined
}
