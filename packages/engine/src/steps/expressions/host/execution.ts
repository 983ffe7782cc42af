import { isScope } from '@millrace/bpmn'
import type { HostObject } from '@millrace/expressions'
import { RaisedError } from '../../../outcome.ts'
import {
  emit,
  findCalledInstance,
  getDefinition,
  getElementInstance,
  getInstance,
  listChildInstances,
  type Step,
} from '../../../step.ts'
import { listVisible } from '../../variables/variables.ts'
import { type Occasion, occasionOf } from '../occasion.ts'
import { createElementObject } from './element.ts'
import { gettersOf, textOf } from './getters.ts'
import { plainLocalVariables, plainVariables, variableMethods } from './variable-methods.ts'

/**
 * Creates the object `execution` as models of Camunda and Flowable use it (`DelegateExecution`). Every getter is a
 * property and a method: `execution.processInstanceId` and `execution.getProcessInstanceId()`.
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
    superExecutionId: () => instance().callerElementId,
    eventName: () => occasion.eventName ?? null,
    ...relativesOf(step, occasion),
    ...kindsOf(step, occasion),
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

/**
 * Executions around this one, as objects of the same kind: what it is inside of, what is inside it, its instance, the
 * instance at the top, and the call activities between. Null where there is none.
 */
function relativesOf(step: Step, { element, place: { instanceId } }: Occasion): Record<string, () => unknown> {
  const ofElement = (id: string) => createExecutionObject(step, occasionOf(getElementInstance(step, id)))
  const ofInstance = (id: string) => createExecutionObject(step, occasionOfInstance(step, id))
  const called = () => (element === null ? undefined : findCalledInstance(step, element))
  return {
    parent: () => {
      if (element === null) return null
      return step.state.instances.get(element.parentId) === undefined
        ? ofElement(element.parentId)
        : ofInstance(element.parentId)
    },
    executions: () =>
      listChildInstances(step, element?.id ?? instanceId)
        .filter(({ state }) => state !== 'compensable')
        .map(({ id }) => ofElement(id)),
    processInstance: () => ofInstance(instanceId),
    rootProcessInstance: () => ofInstance(getInstance(step, instanceId).rootId),
    superExecution: () => {
      const { callerElementId } = getInstance(step, instanceId)
      return callerElementId === null ? null : ofElement(callerElementId)
    },
    subProcessInstance: () => {
      const id = called()?.id
      return id === undefined ? null : ofInstance(id)
    },
  }
}

function occasionOfInstance(step: Step, id: string): Occasion {
  const place = { scopeId: id, instanceId: id, elementInstanceId: null }
  return { place, elementId: getDefinition(step, id).model.id, element: null }
}

/** What `execution.isScope()` and its like say: of an element, or of the instance itself. */
function kindsOf(step: Step, { element, elementId, place: { instanceId } }: Occasion): Record<string, () => boolean> {
  const current = () => (element === null ? undefined : step.state.elements.get(element.id))
  const isScopeElement = () => {
    const found = getDefinition(step, instanceId).model.elements[elementId]
    return found !== undefined && isScope(found)
  }
  return {
    active: () => element === null || current()?.state === 'active',
    ended: () => (element === null ? step.state.instances.get(instanceId) : current()) === undefined,
    suspended: () => getInstance(step, instanceId).isSuspended,
    scope: () => element === null || element.loop === 'body' || isScopeElement(),
    processInstanceType: () => element === null,
    multiInstanceRoot: () => element?.loop === 'body',
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
