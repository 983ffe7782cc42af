import type { PlainVariable } from '@millrace/engine'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { deliverEffects } from '../../runtime/execute/deliver-effects.ts'
import { carryOutWithin } from '../../runtime/execute/execute-command.ts'
import type { Decided } from '../../runtime/execute/run-until-decided.ts'
import {
  selectWaitingStarts,
  startByEvent,
  type TenantChoice,
  type WaitingStart,
} from '../../runtime/start/start-by-event.ts'
import { tellDecided } from '../execute.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { failed, invalid } from '../http/rest-refusal.ts'
import { instanceQuery } from '../process-instance/instance-query.ts'
import { asId, type Sql } from '../query/filters.ts'
import { findRow, runSql } from '../query/list-query.ts'
import { variableEquals } from '../query/variable-filters.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import { presentVariables, selectVariables } from '../variables/select-variables.ts'

interface MessageRequest {
  readonly name: string
  readonly businessKey: string | null
  readonly instanceId: string | null
  readonly tenant: TenantChoice
  readonly correlationKeys: readonly PlainVariable[]
  readonly localCorrelationKeys: readonly PlainVariable[]
  readonly variables: readonly PlainVariable[]
  readonly localVariables: readonly PlainVariable[]
  readonly all: boolean
}

/**
 * `POST /message`: to the one instance or start event that waits for it, or with `all` to every one. All of it is one
 * transaction.
 */
export async function correlateMessage(call: Call): Promise<unknown> {
  const request = readRequest(call)
  const { resultEnabled, variablesInResultEnabled, deserializeValues } = readOptions(call)
  const { runtime, actor } = call
  return runtime.db.withTransaction(actor, async (tx) => {
    const waiting = await selectWaiting(tx, actor.workplaceId, request)
    const starts =
      request.all || waiting.length === 0
        ? await selectWaitingStarts(tx, actor.workplaceId, 'message', request.name, request.tenant)
        : []
    if (!request.all) refuseUnlessOne(request, waiting.length, starts.length)
    const results: unknown[] = []
    for (const one of waiting) {
      await trigger(call, tx, request, one)
      const result = {
        resultType: 'Execution',
        execution: { id: one.executionId, processInstanceId: one.instanceId, ended: false, tenantId: one.tenantId },
        processInstance: null,
      }
      results.push(
        variablesInResultEnabled
          ? { ...result, variables: await listVariables(tx, call, one.rootId, one.instanceId, deserializeValues) }
          : result,
      )
    }
    for (const start of starts) {
      const { instanceId } = await startOne(call, tx, request, start)
      const instance = await findRow(tx, instanceQuery, actor.workplaceId, sql`i.id = ${instanceId}::uuid`)
      const processInstance = instance ?? {
        id: instanceId,
        definitionId: start.definitionId,
        businessKey: request.businessKey,
        ended: true,
        suspended: false,
        tenantId: start.tenantId,
      }
      const result = { resultType: 'ProcessDefinition', execution: null, processInstance }
      results.push(
        variablesInResultEnabled
          ? { ...result, variables: await listVariables(tx, call, instanceId, instanceId, deserializeValues) }
          : result,
      )
    }
    return resultEnabled ? results : undefined
  })
}

function readRequest(call: Call): MessageRequest {
  const body = bodyOf(call)
  const doing = 'Cannot deliver message'
  const name = textOf(body, 'messageName')
  if (name === null) throw invalid('No message name supplied')
  const [tenantId, withoutTenantId] = [textOf(body, 'tenantId'), flagOf(body, 'withoutTenantId') === true]
  if (tenantId !== null && withoutTenantId)
    throw invalid("Parameter 'tenantId' cannot be used together with parameter 'withoutTenantId'.")
  const read = (field: string) => readOrRefuse(doing, () => readVariables(body[field]))
  return {
    name,
    businessKey: textOf(body, 'businessKey'),
    instanceId: textOf(body, 'processInstanceId'),
    tenant: withoutTenantId ? null : (tenantId ?? undefined),
    correlationKeys: read('correlationKeys'),
    localCorrelationKeys: read('localCorrelationKeys'),
    variables: read('processVariables'),
    localVariables: [...read('processVariablesLocal'), ...read('processVariablesToTriggeredScope')],
    all: flagOf(body, 'all') === true,
  }
}

function readOptions(call: Call): {
  resultEnabled: boolean
  variablesInResultEnabled: boolean
  deserializeValues: boolean
} {
  const body = bodyOf(call)
  const resultEnabled = flagOf(body, 'resultEnabled') === true
  const variablesInResultEnabled = flagOf(body, 'variablesInResultEnabled') === true
  if (variablesInResultEnabled && !resultEnabled)
    throw invalid("Parameter 'variablesInResultEnabled' cannot be used without 'resultEnabled' set to true.")
  return { resultEnabled, variablesInResultEnabled, deserializeValues: call.query.deserializeValues === 'true' }
}

interface Waiting {
  readonly id: string
  readonly rootId: string
  readonly instanceId: string
  readonly executionId: string
  readonly tenantId: string | null
}

/** Ordered by root, so that two messages at once lock in the same order. */
async function selectWaiting(tx: Tx, workplaceId: string, request: MessageRequest): Promise<Waiting[]> {
  const { name, businessKey, instanceId, tenant, correlationKeys, localCorrelationKeys } = request
  const conditions: Sql[] = [
    sql`s.workplace_id = ${workplaceId}::uuid and s.kind = 'message' and s.name = ${name} and not i.is_suspended`,
    ...(businessKey === null ? [] : [sql`i.business_key = ${businessKey}`]),
    ...(instanceId === null ? [] : [sql`i.id = ${asId(instanceId)}::uuid`]),
    ...(tenant === undefined ? [] : [sql`i.tenant_id is not distinct from ${tenant}`]),
    ...correlationKeys.map((key) => hasVariable(sql`v.scope_id = i.id`, key)),
    ...localCorrelationKeys.map((key) => hasVariable(sql`v.scope_id = s.element_id`, key)),
  ]
  return runSql(
    tx,
    sql`select s.id, s.root_id as "rootId", s.instance_id as "instanceId", s.execution_id as "executionId", i.tenant_id as "tenantId"
      from subscription s join instance i on i.workplace_id = s.workplace_id and i.id = s.instance_id where ${sql.join(conditions, sql` and `)} order by s.root_id, s.id`,
  )
}

function hasVariable(scope: Sql, { name, value }: PlainVariable): Sql {
  return sql`exists (select 1 from variable v where v.workplace_id = s.workplace_id and v.root_id = s.root_id and ${scope} and v.name = ${name} and ${variableEquals(value)})`
}

function refuseUnlessOne({ name, businessKey, instanceId }: MessageRequest, executions: number, starts: number): void {
  const type = 'org.camunda.bpm.engine.MismatchingMessageCorrelationException'
  if (executions + starts === 0)
    throw failed(
      400,
      `${type}: Cannot correlate message '${name}': No process definition or execution matches the parameters`,
    )
  const keys = `businessKey=${businessKey}, processInstanceId=${instanceId}`
  if (executions > 1)
    throw failed(
      400,
      `${type}: ENGINE-13031 Cannot correlate a message with name '${name}' to a single execution. ${executions} executions match the correlation keys: ${keys}`,
    )
  if (executions === 0 && starts > 1)
    throw failed(
      400,
      `${type}: Cannot correlate a message with name '${name}' to a single process definition. ${starts} process definitions match the correlations keys: ${keys}`,
    )
}

async function trigger(
  call: Call,
  tx: Tx,
  { variables, localVariables, name, all }: MessageRequest,
  { id }: Waiting,
): Promise<void> {
  const outcome = await carryOutWithin(
    call.runtime,
    call.actor,
    tx,
    { by: 'subscription', id },
    { type: 'triggerSubscription', subscriptionId: id, variables, localVariables },
  )
  const isGone = outcome === null || (outcome.kind === 'refused' && outcome.refusal.code === 'engine.not-waiting')
  if (isGone && all) return
  if (outcome === null)
    throw failed(400, `Cannot correlate message '${name}': No process definition or execution matches the parameters`)
  await deliverOrRefuse(call, tx, outcome)
}

async function startOne(
  call: Call,
  tx: Tx,
  { businessKey, variables, localVariables, name }: MessageRequest,
  start: WaitingStart,
): Promise<{ instanceId: string }> {
  const started = await startByEvent(call.runtime, call.actor, tx, start, {
    businessKey,
    variables: [...variables, ...localVariables],
  })
  if (started === null)
    throw failed(400, `Cannot correlate message '${name}': No process definition or execution matches the parameters`)
  await deliverOrRefuse(call, tx, started.outcome)
  return started
}

/** A refusal that is thrown rolls back everything before it. */
async function deliverOrRefuse(call: Call, tx: Tx, outcome: Decided): Promise<void> {
  const { effects } = tellDecided(outcome)
  await deliverEffects(call.runtime, call.actor, tx, effects)
}

async function listVariables(
  tx: Tx,
  call: Call,
  rootId: string,
  instanceId: string,
  deserialize: boolean,
): Promise<Record<string, unknown>> {
  const rows = await selectVariables(
    tx,
    call.actor.workplaceId,
    { rootId, instanceId, scopeId: instanceId, elementId: null },
    { isLocal: true },
  )
  return presentVariables(rows, deserialize)
}
