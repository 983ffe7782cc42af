import { sql } from 'kysely'
import {
  correlateMessage as correlate,
  type Message,
  type Receiver,
} from '../../operations/events/correlate-message.ts'
import { need } from '../../operations/rights.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hideWhile } from '../../platform/db/hide-while.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { failed, invalid, type RestRefusal } from '../http/rest-refusal.ts'
import { instanceQuery } from '../process-instance/instance-query.ts'
import { asId } from '../query/filters.ts'
import { findRow } from '../query/list-query.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import { type AnswerRoom, createAnswerRoom } from '../variables/answer-room.ts'
import { presentVariables } from '../variables/select-variables.ts'

/**
 * `POST /message`: delivers a message to the one instance or start event that waits for it, or with `all` to each of
 * them, in one transaction.
 */
export async function correlateMessage(call: Call): Promise<unknown> {
  const message = readRequest(call)
  const options = readOptions(call)
  // Variables are data of whichever process receives it.
  const unread = options.variablesInResultEnabled ? need(call.request.user, 'instances.read') : null
  if (unread !== null) throw unread
  const outcome = await correlate(call.context, call.request, message, async (tx, receivers) => {
    const results: unknown[] = []
    const room = createAnswerRoom(call.runtime.budgets)
    for (const receiver of options.resultEnabled ? receivers : [])
      results.push(await presentReceiver(tx, call, { message, receiver, options, room }))
    return results
  })
  const results = orThrow(outcome, {
    answers: {
      'event.unmatched': (refusal) => refuseUnmatched(message, refusal),
      'request.invalid': (refusal) => invalid(refusal.message),
    },
  })
  return options.resultEnabled ? results : undefined
}

async function presentReceiver(
  tx: Tx,
  call: Call,
  {
    message,
    receiver,
    options,
    room,
  }: { message: Message; receiver: Receiver; options: ResultOptions; room: AnswerRoom },
): Promise<unknown> {
  const { instanceId } = receiver
  const result =
    receiver.kind === 'execution'
      ? {
          resultType: 'Execution',
          execution: {
            id: receiver.executionId,
            processInstanceId: instanceId,
            ended: false,
            tenantId: receiver.tenantId,
          },
          processInstance: null,
        }
      : {
          resultType: 'ProcessDefinition',
          execution: null,
          processInstance: await findStarted(tx, call, message, receiver),
        }
  if (!options.variablesInResultEnabled) return result
  const rootId = receiver.kind === 'execution' ? receiver.rootId : instanceId
  return { ...result, variables: await listVariables(tx, call, { rootId, instanceId, options, room }) }
}

/** The new instance, which may have ended already. */
async function findStarted(
  tx: Tx,
  { request }: Call,
  { businessKey }: Message,
  { instanceId, start: { definitionId, tenantId } }: Extract<Receiver, { kind: 'start' }>,
): Promise<unknown> {
  const instance = await findRow(tx, instanceQuery, request, sql`i.id = ${instanceId}::uuid`)
  return instance ?? { id: instanceId, definitionId, businessKey, ended: true, suspended: false, tenantId, links: [] }
}

function readRequest(call: Call): Message {
  const body = bodyOf(call)
  const doing = 'Cannot deliver message'
  const name = textOf(body, 'messageName')
  if (name === null) throw invalid('No message name supplied')
  const [tenantId, withoutTenantId] = [textOf(body, 'tenantId'), flagOf(body, 'withoutTenantId') === true]
  if (tenantId !== null && withoutTenantId)
    throw invalid("Parameter 'tenantId' cannot be used together with parameter 'withoutTenantId'.")
  const instanceId = textOf(body, 'processInstanceId')
  const read = (field: string) => readOrRefuse(doing, () => readVariables(body[field]))
  return {
    name,
    businessKey: textOf(body, 'businessKey'),
    instanceId: instanceId === null ? null : asId(instanceId),
    tenant: withoutTenantId ? null : (tenantId ?? undefined),
    correlationKeys: read('correlationKeys'),
    localCorrelationKeys: read('localCorrelationKeys'),
    variables: read('processVariables'),
    localVariables: [...read('processVariablesLocal'), ...read('processVariablesToTriggeredScope')],
    all: flagOf(body, 'all') === true,
  }
}

interface ResultOptions {
  readonly resultEnabled: boolean
  readonly variablesInResultEnabled: boolean
  readonly deserializeValues: boolean
}

function readOptions(call: Call): ResultOptions {
  const body = bodyOf(call)
  const resultEnabled = flagOf(body, 'resultEnabled') === true
  const variablesInResultEnabled = flagOf(body, 'variablesInResultEnabled') === true
  if (variablesInResultEnabled && !resultEnabled)
    throw invalid("Parameter 'variablesInResultEnabled' cannot be used without 'resultEnabled' set to true.")
  return { resultEnabled, variablesInResultEnabled, deserializeValues: call.query.deserializeValues === 'true' }
}

/** Nothing, or too much, waits for the message. */
function refuseUnmatched({ name, businessKey, instanceId }: Message, { details }: Refusal): RestRefusal {
  const [executions = 0, starts = 0] = details.map(({ where }) => Number(where.split(':')[1]))
  const type = 'org.camunda.bpm.engine.MismatchingMessageCorrelationException'
  if (executions + starts === 0)
    return failed(
      400,
      `${type}: Cannot correlate message '${name}': No process definition or execution matches the parameters`,
    )
  const keys = `businessKey=${businessKey}, processInstanceId=${instanceId}`
  if (executions > 1)
    return failed(
      400,
      `${type}: ENGINE-13031 Cannot correlate a message with name '${name}' to a single execution. ${executions} executions match the correlation keys: ${keys}`,
    )
  return failed(
    400,
    `${type}: Cannot correlate a message with name '${name}' to a single process definition. ${starts} process definitions match the correlations keys: ${keys}`,
  )
}

async function listVariables(
  tx: Tx,
  call: Call,
  {
    rootId,
    instanceId,
    options: { deserializeValues },
    room,
  }: { rootId: string; instanceId: string; options: ResultOptions; room: AnswerRoom },
): Promise<Record<string, unknown>> {
  const scope = { rootId, instanceId, scopeId: instanceId, elementId: null }
  const rows = await hideWhile(tx, call.request, () =>
    room.select(tx, call.actor.workplaceId, scope, { isLocal: true }),
  )
  return presentVariables(rows, deserializeValues)
}
