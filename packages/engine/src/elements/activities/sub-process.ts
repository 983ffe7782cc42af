import type { SubProcess } from '@millrace/bpmn'
import { nameElement } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { firedIn } from '../../state/data/element-data.ts'
import { fail, getDefinition } from '../../step.ts'
import { endCompensatedScope } from '../../steps/compensation/compensation.ts'
import { listFirstElements } from '../../steps/instances/first-elements.ts'
import { closeStartsWithoutWork } from '../../steps/life/close-starts.ts'
import { arrive } from '../../steps/life/enter.ts'
import { complete } from '../../steps/life/leave.ts'

/**
 * Embedded sub-processes and transactions begin at their start event, or with every element that no flow leads to;
 * event sub-processes at the start event that has fired.
 */
export const subProcess: Behavior<SubProcess> = {
  onEnter: (step, element, instance) => {
    const definition = getDefinition(step, instance.instanceId)
    const startId = firedIn(instance)?.elementId ?? null
    const elementIds = startId === null ? listFirstElements(definition.model, element.id) : [startId]
    if (elementIds.length === 0) {
      fail('engine.not-supported', `Expected a start event in ${nameElement(element)}, but it has none.`, {
        element: instance,
      })
    }
    const { id: scopeId, instanceId, executionId: tokenId } = instance
    const arrival = { definition, instanceId, scopeId, tokenId, flowId: null }
    arrive(
      step,
      elementIds.map((elementId) => ({ ...arrival, elementId })),
    )
  },
  onPathEnd: (step, element, instance) => {
    if (instance.state === 'finishing') endCompensatedScope(step, instance)
    else if (instance.openChildren === 0) complete(step, instance)
    else closeStartsWithoutWork(step, instance, element.id)
  },
  hasExecution: () => true,
}
