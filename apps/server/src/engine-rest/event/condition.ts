import type { PlainVariable } from '@millrace/engine'
import { type ConditionRequest, evaluateConditions as evaluate } from '../../operations/events/evaluate-conditions.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { failed, invalid, RestRefusal } from '../http/rest-refusal.ts'
import { presentStarted } from '../process-definition/start-instance.ts'
import { readVariables, ValueFault } from '../values/read-value.ts'

/** `POST /condition`: starts an instance of each definition with a conditional start event that holds for the variables. */
export async function evaluateConditions(call: Call): Promise<unknown[]> {
  const request = readRequest(call)
  const started = orThrow(await evaluate(call.context, call.request, request), {
    doing: 'Cannot instantiate process definition',
    answers: {
      'thing.not-found': () =>
        new RestRefusal(
          400,
          'NotFoundException',
          `no deployed process definition found with id '${request.definitionId}': processDefinition is null`,
          0,
        ),
    },
  })
  return started.map((one) => presentStarted(call, one))
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
