import { booleanExtension, listExtensions } from '../../dialects/extensions.ts'
import type { EventDefinition } from '../../model.ts'
import { isBpmn, listChildren, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'
import { readCompensate } from './compensate.ts'
import { readConditional } from './conditional.ts'
import { readError } from './error.ts'
import { readEscalation } from './escalation.ts'
import { readLink } from './link.ts'
import { readMessage } from './message.ts'
import { readSignal } from './signal.ts'
import { readTimer } from './timer.ts'
import { readVariableListener } from './variable-listener.ts'

type DefinitionReader = (context: ReadContext, element: XmlElement) => EventDefinition | null

type BpmnDefinition = Exclude<EventDefinition['kind'], 'variable'>

const readers: Record<`${BpmnDefinition}EventDefinition`, DefinitionReader> = {
  cancelEventDefinition: () => ({ kind: 'cancel' }),
  compensateEventDefinition: readCompensate,
  conditionalEventDefinition: readConditional,
  errorEventDefinition: readError,
  escalationEventDefinition: readEscalation,
  linkEventDefinition: readLink,
  messageEventDefinition: readMessage,
  signalEventDefinition: readSignal,
  terminateEventDefinition: (_context, element) => ({
    kind: 'terminate',
    terminateAll: booleanExtension(element, 'terminateAll', false),
    terminateMultiInstance: booleanExtension(element, 'terminateMultiInstance', false),
  }),
  timerEventDefinition: readTimer,
}

const byName: ReadonlyMap<string, DefinitionReader> = new Map(Object.entries(readers))

/** Event definitions of an event in document order, those it refers to and Flowable's own among them. */
export function readEventDefinitions(context: ReadContext, event: XmlElement): EventDefinition[] {
  const standing = event.children.flatMap((child) => {
    const element = isBpmn(child, 'eventDefinitionRef') ? findReferred(context, child) : child
    const reader = element === null || !isBpmn(element) ? undefined : byName.get(element.name)
    return element === null || reader === undefined ? [] : toList(reader(context, element))
  })
  const listening = listExtensions(event, 'variableListenerEventDefinition')
  return [...standing, ...listening.flatMap((element) => toList(readVariableListener(context, element)))]
}

/** Whether an event has a definition in the file, readable or not. */
export function hasEventDefinition(event: XmlElement): boolean {
  return (
    event.children.some((child) => isBpmn(child) && byName.has(child.name)) ||
    listChildren(event, 'eventDefinitionRef').length > 0 ||
    listExtensions(event, 'variableListenerEventDefinition').length > 0
  )
}

function findReferred(context: ReadContext, reference: XmlElement): XmlElement | null {
  const found = context.roots.find('eventDefinition', reference.text.trim())
  if (found === null) {
    context.report(
      reference,
      'bpmn.reference-unknown',
      `Expected eventDefinitionRef to name an event definition of the file, but there is none with id “${reference.text.trim()}”.`,
    )
  }
  return found
}

function toList(definition: EventDefinition | null): EventDefinition[] {
  return definition === null ? [] : [definition]
}
