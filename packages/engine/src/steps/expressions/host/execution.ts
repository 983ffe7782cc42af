import type { HostObject } from '@millrace/expressions'
import { RaisedError } from '../../../outcome.ts'
import { emit, getDefinition, getInstance, type Step } from '../../../step.ts'
import { listVisible } from '../../variables/variables.ts'
import type { Occasion } from '../evaluate.ts'
import { createElementObject } from './element.ts'
import { gettersOf, textOf } from './getters.ts'
import { plainLocalVariables, plainVariables, variableMethods } from './variable-methods.ts'

/**
 * `execution` as models of Camunda and Flowable use it (`DelegateExecution`). Every getter is a property and a method:
 * `execution.processInstanceId` and `execution.getProcessInstanceId()`.
 */
export function createExecutionObject(step: Step, occasion: Occasion): HostObject {
  const { place } = occasion
  const instance = () => getInstance(step, place.instanceId)
  const definition = () => getDefinition(step, place.instanceId)
  const properties: Record<string, () => unknown> = {
    id: () => occasion.element?.executionId ?? place.instanceId,
    processInstanceId: () => place.instanceId,
    rootProcessInstanceId: () => instance().rootId,
    processDefinitionId: () => instance().definitionId,
    processDefinitionKey: () => definition().key,
    processBusinessKey: () => instance().businessKey,
    processInstanceBusinessKey: () => instance().businessKey,
    businessKey: () => instance().businessKey,
    tenantId: () => instance().tenantId,
    currentActivityId: () => occasion.elementId,
    activityId: () => occasion.elementId,
    currentActivityName: () => definition().model.elements[occasion.elementId]?.name ?? null,
    activityInstanceId: () => occasion.element?.id ?? place.instanceId,
    currentTransitionId: () => occasion.element?.flowId ?? null,
    parentId: () => occasion.element?.parentId ?? null,
    parentActivityInstanceId: () => occasion.element?.parentId ?? null,
    eventName: () => occasion.eventName ?? null,
    bpmnModelElementInstance: () => createElementObject(step, occasion),
    currentFlowElement: () => createElementObject(step, occasion),
    variables: () => plainVariables(step, place),
    variablesLocal: () => plainLocalVariables(step, place),
    variableNames: () => [...listVisible(step, place.scopeId).keys()],
  }
  return {
    properties,
    methods: {
      ...gettersOf(properties),
      ...variableMethods(step, place),
      setProcessBusinessKey: (key) => setBusinessKey(step, place.instanceId, textOf(key)),
      throwBpmnError: (code, message) => raise(occasion, code, message),
    },
  }
}

function setBusinessKey(step: Step, instanceId: string, businessKey: string | null): void {
  emit(step, { type: 'instanceChanged', id: instanceId, patch: { businessKey } })
}

/** Ends the evaluation: the error looks for an event that catches it, from the element outward. */
function raise({ element, elementId, place }: Occasion, code: unknown, message: unknown): never {
  const text = message === null || message === undefined ? null : String(message)
  throw new RaisedError(String(code ?? ''), text, {
    elementInstanceId: element?.id ?? null,
    elementId,
    scopeId: element?.parentId ?? place.scopeId,
  })
}
