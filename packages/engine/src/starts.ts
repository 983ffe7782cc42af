import { type EventDefinition, indexModel, isEvent, type ProcessModel } from '@millrace/bpmn'

/** An event that creates an instance of a process. */
export interface ProcessStart {
  /** `startElementId` of the command that starts the instance. */
  readonly elementId: string
  /** `startDefinitionIndex` of the command. */
  readonly definitionIndex: number
  readonly definition: EventDefinition
}

/**
 * Lists what a process waits for before it has an instance (BPMN 2.0, 10.5.2, 10.3.3 and 10.6.6): definitions of its
 * start events, messages of instantiating receive tasks, and events after instantiating event-based gateways.
 */
export function listStarts(model: ProcessModel): ProcessStart[] {
  return indexModel(model)
    .listChildren(model.id)
    .flatMap((element) => {
      if (element.type === 'startEvent') return startsOf(model, element.id)
      if (!('instantiate' in element) || !element.instantiate) return []
      return element.type === 'receiveTask' ? startsOf(model, element.id) : startsBehind(model, element.id)
    })
}

function startsBehind(model: ProcessModel, gatewayId: string): ProcessStart[] {
  const outgoing = indexModel(model).listOutgoing(gatewayId)
  return outgoing.flatMap(({ targetId }) => startsOf(model, targetId))
}

function startsOf(model: ProcessModel, elementId: string): ProcessStart[] {
  const element = indexModel(model).findElement(elementId)
  if (element?.type === 'receiveTask' && element.message !== null)
    return [{ elementId, definitionIndex: 0, definition: element.message }]
  if (element === undefined || !isEvent(element)) return []
  return element.definitions.map((definition, definitionIndex) => ({ elementId, definitionIndex, definition }))
}
