import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type FetchedTask, fetchWork } from '../../operations/external-tasks/fetch-work.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { Call } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { noParameters, runSql } from '../query/list-query.ts'
import { type AnswerRoom, createAnswerRoom } from '../variables/answer-room.ts'
import { presentVariables } from '../variables/select-variables.ts'
import { externalTaskQuery } from './external-task-query.ts'
import { type FetchRequest, readFetch, type Topic } from './read-fetch.ts'

/** How often a waiting worker is looked after. Workers of all processes share one database, so looking is asking it. */
const pollMs = 500

/**
 * `POST /external-task/fetchAndLock`: locks available tasks of the topics, as many as the answer has room for with their
 * variables. When there are none, it waits up to `asyncResponseTimeout`. If the worker disconnects meanwhile, nothing is
 * locked for it.
 */
export async function fetchAndLock(call: Call): Promise<readonly unknown[]> {
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

function fetchNow(call: Call, request: FetchRequest): Promise<readonly unknown[] | Refusal> {
  return fetchWork(call.context, call.request, request, async (tx, fetched, most) => {
    const rows = new Map((await selectFetched(tx, call, fetched)).map((row) => [row.id, row]))
    const room = createAnswerRoom(call.runtime.budgets)
    const items: unknown[] = []
    const left: FetchedTask[] = []
    let tooLarge: Refusal | null = null
    for (const [index, task] of fetched.entries()) {
      const row = rows.get(task.id)
      const topic = request.topics[task.topicIndex] as Topic
      const item = row && (await presentWithin(room, { tx, call, row, topic }))
      if (!(item instanceof Refusal)) {
        if (item !== undefined) items.push(item)
        continue
      }
      if (items.length > 0) return { items, left: [...left, ...fetched.slice(index)], tooLarge }
      // It alone is too large for any answer.
      if (left.length === most) throw item
      left.push(task)
      tooLarge ??= item
    }
    return { items, left, tooLarge }
  })
}

interface Presentation {
  readonly tx: Tx
  readonly call: Call
  readonly row: FetchedRow
  readonly topic: Topic
}

/** @returns the refusal when the answer has no room for its variables. */
async function presentWithin(room: AnswerRoom, presentation: Presentation): Promise<unknown | Refusal> {
  try {
    return await present(room, presentation)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'request.too-costly') return error
    throw error
  }
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
  room: AnswerRoom,
  { tx, call, row: { rootId, suspended: _suspended, ...row }, topic }: Presentation,
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
      : await room.select(tx, workplaceId, scope, { isLocal: topic.localVariables, ...names })
  return {
    ...row,
    suspended: false,
    variables: await presentVariables(variables, topic.deserializeValues),
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
