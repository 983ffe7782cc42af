import type { FetchedTopic, WorkFetch } from '../../operations/external-tasks/fetch-work.ts'
import { asBody, type Body, bodyOf, durationOf, flagOf, integerOf, longOf, textOf, textsOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { readUntyped } from '../values/read-value.ts'

export interface FetchRequest extends WorkFetch {
  /** How long to wait for something to fetch, in milliseconds; 0: not at all. */
  readonly waitMs: number
  readonly topics: readonly Topic[]
}

/** A topic that a worker fetches, with the data to return. */
export interface Topic extends FetchedTopic {
  /** Names of the variables to give along; null: all. */
  readonly variables: readonly string[] | null
  readonly localVariables: boolean
  readonly deserializeValues: boolean
  readonly includeExtensionProperties: boolean
}

const maxWaitMs = 1_800_000

export function readFetch(call: Call): FetchRequest {
  const body = bodyOf(call)
  const waitMs = longOf(body, 'asyncResponseTimeout') ?? 0
  if (waitMs > maxWaitMs)
    throw invalid(`The asynchronous response timeout cannot be set to a value greater than ${maxWaitMs} milliseconds`)
  const workerId = textOf(body, 'workerId')
  if (workerId === null) throw refused('NullValueException', 'workerId is null')
  const maxTasks = integerOf(body, 'maxTasks') ?? 0
  if (maxTasks < 0) throw refused('ProcessEngineException', 'maxResults is not greater than or equal to 0')
  const topics = Array.isArray(body.topics) ? body.topics.map((topic) => readTopic(asBody(topic))) : []
  const byPriority = flagOf(body, 'usePriority') ?? false
  return { workerId, maxTasks, waitMs: Math.max(0, waitMs), topics, byPriority, order: readOrder(body) }
}

/** Of `sorting` only the time of creation can be named (Camunda's `SortMapper`); the first one counts. */
function readOrder(body: Body): FetchRequest['order'] {
  const sorting = (Array.isArray(body.sorting) ? body.sorting : []).map((one) => {
    const [sortBy, sortOrder] = [textOf(asBody(one), 'sortBy'), textOf(asBody(one), 'sortOrder')]
    if (sortBy !== 'createTime') throw invalid(`Cannot set query sortBy parameter to value ${sortBy}`)
    if (sortOrder !== null && !(sortOrder in orders))
      throw invalid(`Cannot set query sortOrder parameter to value ${sortOrder}`)
    if (sortOrder === null)
      throw refused(
        'NotValidException',
        'Invalid query: call asc() or desc() after using orderByXX(): direction is null',
      )
    return sortOrder
  })
  return orders[(sorting[0] ?? textOf(body, 'createTime')) as keyof typeof orders] ?? 'priority'
}

const orders = { asc: 'created-first', desc: 'created-last' } as const

function readTopic(body: Body): Topic {
  const name = textOf(body, 'topicName')
  if (name === null) throw refused('NullValueException', 'topicName is null')
  const lockMs = durationOf(body, 'lockDuration') ?? 0
  if (lockMs <= 0) throw refused('ProcessEngineException', 'lockTime is not greater than 0')
  const [definitionId, key] = [textOf(body, 'processDefinitionId'), textOf(body, 'processDefinitionKey')]
  return {
    name,
    lockMs,
    variables: textsOf(body, 'variables'),
    localVariables: flagOf(body, 'localVariables') === true,
    deserializeValues: flagOf(body, 'deserializeValues') === true,
    includeExtensionProperties: flagOf(body, 'includeExtensionProperties') === true,
    businessKey: textOf(body, 'businessKey'),
    definitionIds: definitionId === null ? textsOf(body, 'processDefinitionIdIn') : [definitionId],
    definitionKeys: key === null ? textsOf(body, 'processDefinitionKeyIn') : [key],
    versionTag: textOf(body, 'processDefinitionVersionTag'),
    withoutTenantId: flagOf(body, 'withoutTenantId') === true,
    tenantIds: textsOf(body, 'tenantIdIn'),
    processVariables: Object.entries(asBody(body.processVariables)).map(([variable, value]) => ({
      name: variable,
      value: readUntyped(value),
    })),
  }
}

function refused(type: string, message: string): RestRefusal {
  return new RestRefusal(400, type, message, 0)
}
