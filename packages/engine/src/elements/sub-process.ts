import type { StartEvent, SubProcess } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { listChildren, listStartEvents } from '../definition.ts'
import { fail, getDefinition } from '../step.ts'
import { arrive } from '../steps/enter.ts'

/** Embedded sub-processes, event sub-processes and transactions: one start event, or every element without incoming flow. */
export const subProcess: Behavior<SubProcess> = {
  onEnter: (step, element, instance) => {
    const definition = getDefinition(step, instance.instanceId)
    const fired = instance.data?.startElementId
    const starts = listStartEvents(definition.model, element.id)
    const first = typeof fired === 'string' ? [fired] : starts.filter(isNone).map(({ id }) => id)
    const elementIds = first.length > 0 ? first : listWithoutIncoming(definition.model, element.id)
    if (elementIds.length === 0) {
      fail('engine.not-supported', `Expected a start event in ${element.id}, but it has nothing to begin with.`, {
        element: instance,
      })
    }
    const { instanceId, executionId: tokenId } = instance
    arrive(
      step,
      elementIds.map((elementId) => ({
        definition,
        elementId,
        instanceId,
        scopeId: instance.id,
        tokenId,
        flowId: null,
      })),
    )
  },
}

function isNone(start: StartEvent): boolean {
  return start.definitions.length === 0
}

function listWithoutIncoming(model: Parameters<typeof listChildren>[0], scopeId: string): string[] {
  return listChildren(model, scopeId)
    .filter(
      (element) => element.incoming.length === 0 && element.type !== 'boundaryEvent' && element.type !== 'startEvent',
    )
    .filter(
      (element) =>
        !(element.type === 'subProcess' && element.triggeredByEvent) &&
        !('isForCompensation' in element && element.isForCompensation),
    )
    .map(({ id }) => id)
}
