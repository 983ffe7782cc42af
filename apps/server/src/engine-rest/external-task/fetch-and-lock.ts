import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Call } from '../http/call.ts'
import { asId, type Sql } from '../query/filters.ts'
import { noParameters, runSql } from '../query/list-query.ts'
import { variableEquals } from '../query/variable-filters.ts'
import { presentVariables, selectVariables } from '../variables/select-variables.ts'
import { externalTaskQuery } from './external-task-query.ts'
import { type FetchRequest, readFetch, type Topic } from './read-fetch.ts'

/** How often a waiting worker is looked after. Workers of all processes share one database, so looking is asking it. */
const pollMs = 500

/**
 * `POST /external-task/fetchAndLock`: locks what is free of the topics, and waits up to `asyncResponseTimeout` for
 * something when nothing is. A worker that hangs up meanwhile is forgotten.
 */
export async function fetchAndLock(call: Call): Promise<unknown[]> {
  const request = readFetch(call)
  const end = Date.now() + request.waitMs
  for (;;) {
    if (call.signal.aborted) return []
    const tasks = await fetchNow(call, request)
    const left = end - Date.now()
    if (tasks.length > 0 || left <= 0) return tasks
    await wait(Math.min(pollMs, left), undefined, { signal: call.signal }).catch(() => {})
  }
}

interface FetchedRow extends Record<string, unknown> {
  readonly id: string
  readonly topicName: string
  readonly topicIndex: number
  readonly rootId: string
  readonly processInstanceId: string
  readonly activityInstanceId: string
  readonly activityId: string
  readonly processDefinitionId: string
}

async function fetchNow(call: Call, request: FetchRequest): Promise<unknown[]> {
  if (request.topics.length === 0 || request.maxTasks === 0) return []
  const { runtime, actor } = call
  return runtime.db.withTransaction(actor, async (tx) => {
    const rows = await lockRows(tx, call, request)
    const tasks: unknown[] = []
    for (const row of rows) tasks.push(await present(tx, call, row, request.topics[row.topicIndex] as Topic))
    return tasks
  })
}

/** One statement finds and locks, passing over what another worker is just locking. */
async function lockRows(
  tx: Tx,
  call: Call,
  { topics, workerId, maxTasks, order, byPriority }: FetchRequest,
): Promise<FetchedRow[]> {
  const { workplaceId } = call.actor
  const now = call.runtime.clock()
  const indexed = topics.map((topic, index) => sql`when ${conditionOf(topic)} then ${index}::int`)
  const untils = topics.map(
    (topic, index) => sql`when ${index}::int then ${new Date(now.getTime() + topic.lockMs).toISOString()}::timestamptz`,
  )
  const byTime =
    order === 'created-first'
      ? sql`x.created_at, x.id`
      : order === 'created-last'
        ? sql`x.created_at desc, x.id desc`
        : sql`x.id`
  const names = [...new Set(topics.map(({ name }) => name))]
  return runSql(
    tx,
    sql`with free as materialized (
        select x.id, case ${sql.join(indexed, sql` `)} end as topic from ${externalTaskQuery.from(noParameters(workplaceId))}
        where x.workplace_id = ${workplaceId}::uuid and x.topic = any(${names}::text[]) and not x.is_suspended and (x.locked_until is null or x.locked_until <= ${now.toISOString()}::timestamptz)
          and (x.retries is null or x.retries > 0) and case ${sql.join(indexed, sql` `)} end is not null
        order by ${byPriority ? sql`x.priority desc, ` : sql``}${byTime} limit ${maxTasks} for update of x skip locked),
      locked as (
        update external_task t set worker_id = ${workerId}, locked_until = case free.topic ${sql.join(untils, sql` `)} end from free where t.workplace_id = ${workplaceId}::uuid and t.id = free.id
        returning t.*, free.topic as topic_index)
      select ${externalTaskQuery.columns(noParameters(workplaceId))}, x.error_details as "errorDetails", x.topic_index as "topicIndex", x.root_id as "rootId"
      from locked x join instance i on i.workplace_id = x.workplace_id and i.id = x.instance_id left join process_definition d on d.workplace_id = x.workplace_id and d.id = x.definition_id
      order by ${byPriority ? sql`x.priority desc, ` : sql``}${byTime}`,
  )
}

function conditionOf(topic: Topic): Sql {
  const { name, businessKey, definitionIds, definitionKeys, versionTag, withoutTenantId, tenantIds, processVariables } =
    topic
  return sql`${sql.join(
    [
      sql`x.topic = ${name}`,
      ...(businessKey === null ? [] : [sql`i.business_key = ${businessKey}`]),
      ...(definitionIds === null ? [] : [sql`x.definition_id = any(${definitionIds.map(asId)}::uuid[])`]),
      ...(definitionKeys === null ? [] : [sql`d.key = any(${definitionKeys}::text[])`]),
      ...(versionTag === null ? [] : [sql`d.version_tag = ${versionTag}`]),
      ...(withoutTenantId ? [sql`i.tenant_id is null`] : []),
      ...(tenantIds === null ? [] : [sql`i.tenant_id = any(${tenantIds}::text[])`]),
      ...processVariables.map(
        (variable) =>
          sql`exists (select 1 from variable v where v.workplace_id = x.workplace_id and v.root_id = x.root_id and v.scope_id = x.instance_id and v.name = ${variable.name} and ${variableEquals(variable.value)})`,
      ),
    ],
    sql` and `,
  )}`
}

async function present(
  tx: Tx,
  call: Call,
  { topicIndex: _topic, rootId, suspended: _suspended, ...row }: FetchedRow,
  topic: Topic,
): Promise<unknown> {
  const { workplaceId } = call.actor
  const scope = {
    rootId,
    instanceId: row.processInstanceId,
    scopeId: row.activityInstanceId,
    elementId: row.activityInstanceId,
  }
  const names = topic.variables === null ? {} : { names: topic.variables }
  const variables =
    topic.variables?.length === 0
      ? []
      : await selectVariables(tx, workplaceId, scope, { isLocal: topic.localVariables, ...names })
  return {
    ...row,
    suspended: false,
    variables: presentVariables(variables, topic.deserializeValues),
    extensionProperties: topic.includeExtensionProperties ? await readProperties(tx, call, row) : {},
  }
}

async function readProperties(
  tx: Tx,
  call: Call,
  { processDefinitionId, activityId }: Pick<FetchedRow, 'processDefinitionId' | 'activityId'>,
): Promise<Readonly<Record<string, string>>> {
  const definition = await getProcess(call.runtime, tx, call.actor.workplaceId, { by: 'id', id: processDefinitionId })
  return definition?.model.elements[activityId]?.properties ?? {}
}
