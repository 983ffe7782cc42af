import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type FetchedTask, fetchWork } from '../../operations/external-tasks/fetch-work.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Call } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { noParameters, runSql } from '../query/list-query.ts'
import { presentVariables, selectVariables } from '../variables/select-variables.ts'
import { externalTaskQuery } from './external-task-query.ts'
import { type FetchRequest, readFetch, type Topic } from './read-fetch.ts'

/** How often a waiting worker is looked after. Workers of all processes share one database, so looking is asking it. */
const pollMs = 500

/**
 * `POST /external-task/fetchAndLock`: locks available tasks of the topics. When there are none, it waits up to
 * `asyncResponseTimeout`. If the worker disconnects meanwhile, nothing is locked for it.
 */
export async function fetchAndLock(call: Call): Promise<unknown[]> {
  const request = readFetch(call)
  const end = Date.now() + request.waitMs
  for (;;) {
    if (call.signal.aborted) return []
    const tasks = orThrow(await fetchNow(call, request))
    const left = end - Date.now()
    if (tasks.length > 0 || left <= 0) return tasks
    await wait(Math.min(pollMs, left), undefined, { signal: call.signal }).catch(() => {})
  }
}

interface FetchedRow extends Record<string, unknown> {
  readonly id: string
  readonly topicName: string
  readonly rootId: string
  readonly processInstanceId: string
  readonly activityInstanceId: string
  readonly activityId: string
  readonly processDefinitionId: string
}

function fetchNow(call: Call, request: FetchRequest): Promise<unknown[] | Refusal> {
  return fetchWork(call.context, call.request, request, async (tx, fetched) => {
    const rows = new Map((await selectFetched(tx, call, fetched)).map((row) => [row.id, row]))
    const tasks: unknown[] = []
    for (const { id, topicIndex } of fetched) {
      const row = rows.get(id)
      if (row !== undefined) tasks.push(await present(tx, call, row, request.topics[topicIndex] as Topic))
    }
    return tasks
  })
}

function selectFetched(tx: Tx, { actor }: Call, fetched: readonly FetchedTask[]): Promise<FetchedRow[]> {
  const scope = noParameters(actor.workplaceId)
  const ids = fetched.map(({ id }) => id)
  return runSql(
    tx,
    sql`select ${externalTaskQuery.columns(scope)}, x.error_details as "errorDetails", x.root_id as "rootId"
      from ${externalTaskQuery.from(scope)} where x.workplace_id = ${actor.workplaceId}::uuid and x.id = any(${ids}::uuid[])`,
  )
}

async function present(
  tx: Tx,
  call: Call,
  { rootId, suspended: _suspended, ...row }: FetchedRow,
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
