import { isEvent } from '@millrace/bpmn'
import { type Definition, evaluateAtStart, type PlainVariable } from '@millrace/engine'
import { sql } from 'kysely'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import type { TenantChoice } from '../../runtime/start/start-by-event.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { failed, invalid, RestRefusal } from '../http/rest-refusal.ts'
import { definitionQuery } from '../process-definition/definition-query.ts'
import { presentStarted, startInstance } from '../process-definition/start-instance.ts'
import { asId } from '../query/filters.ts'
import { findRow, runSql } from '../query/list-query.ts'
import { readVariables, ValueFault } from '../values/read-value.ts'

interface ConditionRequest {
  readonly definitionId: string | null
  readonly tenant: TenantChoice
  readonly businessKey: string | null
  readonly variables: readonly PlainVariable[]
}

/** `POST /condition`: starts an instance of each definition with a conditional start event that holds for the variables. */
export async function evaluateConditions(call: Call): Promise<unknown[]> {
  const request = readRequest(call)
  const { runtime, actor } = call
  const { workplaceId } = actor
  const started: unknown[] = []
  for (const waiting of await selectWaiting(call, request)) {
    const { definitionId, elementKey: startElementId, definitionIndex: startDefinitionIndex } = waiting
    const { row, definition } = await runtime.db.read(actor, async (tx) => ({
      row: await findRow(tx, definitionQuery, workplaceId, sql`d.id = ${definitionId}::uuid`),
      definition: await getProcess(runtime, tx, workplaceId, { by: 'id', id: definitionId }),
    }))
    if (row === undefined || definition === null || !holds(definition, waiting, request.variables, runtime.clock()))
      continue
    const { businessKey, variables } = request
    const one = await startInstance(
      runtime,
      actor,
      row,
      { businessKey, variables, startElementId, startDefinitionIndex },
      `Cannot instantiate process definition ${row.id}`,
    )
    started.push(presentStarted(row, businessKey, one))
  }
  return started
}

function readRequest(call: Call): ConditionRequest {
  const body = bodyOf(call)
  const [tenantId, withoutTenantId] = [textOf(body, 'tenantId'), flagOf(body, 'withoutTenantId') === true]
  if (tenantId !== null && withoutTenantId)
    throw invalid("Parameter 'tenantId' cannot be used together with parameter 'withoutTenantId'.")
  return {
    definitionId: textOf(body, 'processDefinitionId'),
    tenant: withoutTenantId ? null : (tenantId ?? undefined),
    businessKey: textOf(body, 'businessKey'),
    variables: readTyped(body.variables),
  }
}

function readTyped(variables: unknown): PlainVariable[] {
  try {
    return readVariables(variables)
  } catch (error) {
    throw error instanceof ValueFault ? failed(400, error.message, null) : error
  }
}

interface WaitingCondition {
  readonly definitionId: string
  readonly elementKey: string
  readonly definitionIndex: number
}

/** Conditional start events of newest versions. A definition that is named is asked whatever tenant it belongs to. */
async function selectWaiting(call: Call, { definitionId, tenant }: ConditionRequest): Promise<WaitingCondition[]> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, async (tx) => {
    if (
      definitionId !== null &&
      (await findRow(tx, definitionQuery, workplaceId, sql`d.id = ${asId(definitionId)}::uuid`)) === undefined
    ) {
      throw new RestRefusal(
        400,
        'NotFoundException',
        `no deployed process definition found with id '${definitionId}': processDefinition is null`,
        0,
      )
    }
    const ofDefinition = definitionId === null ? sql`` : sql` and s.definition_id = ${asId(definitionId)}::uuid`
    const ofTenant = tenant === undefined ? sql`` : sql` and s.tenant_id is not distinct from ${tenant}`
    return runSql(
      tx,
      sql`select s.definition_id as "definitionId", s.element_key as "elementKey", coalesce((s.data ->> 'index')::int, 0) as "definitionIndex" from subscription s join process_definition d on d.workplace_id = s.workplace_id and d.id = s.definition_id and not d.is_suspended
        where s.workplace_id = ${workplaceId}::uuid and s.kind = 'conditional' and s.root_id is null${ofDefinition}${ofTenant} order by s.created_at, s.id`,
    )
  })
}

/** A condition on what is not given does not hold. */
function holds(
  { model }: Definition,
  { elementKey, definitionIndex }: WaitingCondition,
  variables: readonly PlainVariable[],
  now: Date,
): boolean {
  const element = model.elements[elementKey]
  const definition = element !== undefined && isEvent(element) ? element.definitions[definitionIndex] : undefined
  if (definition?.kind !== 'conditional') return false
  const answer = evaluateAtStart(definition.condition, { variables, now })
  return answer.ok && answer.value === true
}
