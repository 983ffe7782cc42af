import { sql } from 'kysely'
import { triggerSubscription } from '../../operations/events/trigger-subscription.ts'
import { raiseIncident } from '../../operations/incidents/raise-incident.ts'
import { signalElement } from '../../operations/instances/signal-element.ts'
import { bodyOf, textOf } from '../http/body.ts'
import { type Call, get, pathOf, post, type Route } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { presentIncident } from '../incident/incident-query.ts'
import { listRoutes, runSql } from '../query/list-query.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import { type FoundScope, variableRoutes } from '../variables/variable-routes.ts'
import { executionQuery } from './execution-query.ts'
import { type FoundExecution, findExecution } from './execution-source.ts'

export const executionRoutes: readonly Route[] = [
  ...listRoutes('/execution', executionQuery),
  get('/execution/:id', getExecution),
  post('/execution/:id/signal', signalExecution, 'variables'),
  post('/execution/:id/create-incident', createIncident),
  get('/execution/:id/messageSubscriptions/:messageName', async (call) =>
    presentSubscription(await getSubscription(call)),
  ),
  post('/execution/:id/messageSubscriptions/:messageName/trigger', triggerMessage, 'variables'),
  ...variableRoutes({
    path: '/execution/:id/localVariables',
    word: 'execution',
    isLocal: true,
    find: findExecutionScope,
    missing: (id) => `execution ${id} doesn't exist: execution is null`,
  }),
]

async function find(call: Call): Promise<FoundExecution | undefined> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, (tx) => findExecution(tx, workplaceId, pathOf(call, 'id')))
}

async function getExecution(call: Call): Promise<unknown> {
  const execution = await find(call)
  if (execution === undefined) throw notFound(`Execution with id ${pathOf(call, 'id')} does not exist`)
  return { id: execution.id, processInstanceId: execution.instanceId, ended: false, tenantId: execution.tenantId }
}

async function findExecutionScope(call: Call): Promise<FoundScope | null> {
  const execution = await find(call)
  if (execution === undefined) return null
  const { instanceId, rootId, scopeId } = execution
  const isInstance = scopeId === instanceId
  return {
    rootId,
    instanceId,
    scopeId,
    elementId: isInstance ? null : scopeId,
    target: isInstance ? { by: 'instance', id: instanceId } : { by: 'element', id: scopeId },
  }
}

/** Sends on what waits in an execution, such as a receive task. */
async function signalExecution(call: Call): Promise<undefined> {
  const doing = `Cannot signal execution ${pathOf(call, 'id')}`
  const variables = readOrRefuse(doing, () => readVariables(bodyOf(call).variables))
  const execution = await find(call)
  const missing = () =>
    new RestRefusal(
      404,
      'RestException',
      `${doing}: execution ${pathOf(call, 'id')} doesn't exist: execution is null`,
      0,
    )
  if (execution === undefined) throw missing()
  const { elementId } = execution
  if (elementId === null || execution.state !== 'active')
    throw new RestRefusal(
      400,
      'RestException',
      `${doing}: Expected an execution that waits for a signal, but it does not wait for one.`,
      0,
    )
  orThrow(await signalElement(call.context, call.request, { elementInstanceId: elementId, variables }), {
    doing,
    gone: missing,
  })
  return undefined
}

async function createIncident(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  const execution = await find(call)
  if (execution === undefined)
    throw invalid(`Cannot find an execution with executionId '${pathOf(call, 'id')}': execution is null`)
  const [incidentType, configuration] = [textOf(body, 'incidentType'), textOf(body, 'configuration')]
  if (incidentType === null) throw invalid('incidentType is null')
  const { instanceId, elementId: elementInstanceId, elementKey: elementId } = execution
  const message = textOf(body, 'message') ?? ''
  const input = { instanceId, elementInstanceId, elementId, incidentType, message, configuration }
  const id = orThrow(await raiseIncident(call.context, call.request, input), {
    gone: () => invalid(`Cannot find an execution with executionId '${pathOf(call, 'id')}': execution is null`),
  })
  return presentIncident(call, id)
}

interface WaitingMessage {
  readonly id: string
  readonly name: string
  readonly executionId: string
  readonly instanceId: string
  readonly activityId: string
  readonly createdAt: Date
  readonly tenantId: string | null
}

async function getSubscription(call: Call): Promise<WaitingMessage> {
  const { workplaceId } = call.actor
  const [id, messageName] = [pathOf(call, 'id'), pathOf(call, 'messageName')]
  const [row] = await call.runtime.db.read(call.actor, async (tx) => {
    const execution = await findExecution(tx, workplaceId, id)
    if (execution === undefined) return []
    return runSql<WaitingMessage>(
      tx,
      sql`select s.id, s.name, s.execution_id as "executionId", s.instance_id as "instanceId", s.element_key as "activityId", s.created_at as "createdAt", i.tenant_id as "tenantId"
        from subscription s join instance i on i.workplace_id = s.workplace_id and i.id = s.instance_id
        where s.workplace_id = ${workplaceId}::uuid and s.root_id = ${execution.rootId}::uuid and s.execution_id = ${execution.id}::uuid and s.kind = 'message' and s.name = ${messageName} limit 1`,
    )
  })
  if (row === undefined)
    throw notFound(`Message event subscription for execution ${id} named ${messageName} does not exist`)
  return row
}

function presentSubscription({
  id,
  name,
  executionId,
  instanceId,
  activityId,
  createdAt,
  tenantId,
}: WaitingMessage): unknown {
  return {
    id,
    eventType: 'message',
    eventName: name,
    executionId,
    processInstanceId: instanceId,
    activityId,
    createdDate: createdAt,
    tenantId,
  }
}

async function triggerMessage(call: Call): Promise<undefined> {
  const doing = `Cannot trigger message ${pathOf(call, 'messageName')} for execution ${pathOf(call, 'id')}`
  const variables = readOrRefuse(doing, () => readVariables(bodyOf(call).variables))
  const { id } = await getSubscription(call).catch((error: unknown) => {
    throw error instanceof RestRefusal ? new RestRefusal(404, 'RestException', `${doing}: ${error.message}`, 0) : error
  })
  orThrow(await triggerSubscription(call.context, call.request, { subscriptionId: id, variables }), {
    doing,
    answers: { 'event.unmatched': () => new RestRefusal(404, 'RestException', doing, 0) },
  })
  return undefined
}
