import type { XmlElement } from '@millrace/xml'
import type { EventDefinition } from '../../model.ts'
import { elementOf, elementsOf, flagOf, isBpmn } from '../../vocabulary/read.ts'
import { terminateDefinition } from '../../vocabulary/themes/event-definitions.ts'
import { event } from '../../vocabulary/themes/events.ts'
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
    terminateAll: flagOf(element, terminateDefinition.terminateAll),
    terminateMultiInstance: flagOf(element, terminateDefinition.terminateMultiInstance),
  }),
  timerEventDefinition: readTimer,
}

const byName: ReadonlyMap<string, DefinitionReader> = new Map(Object.entries(readers))

/** Reads the event definitions of an event in document order, including referenced ones and Flowable's own. */
export function readEventDefinitions(context: ReadContext, element: XmlElement): EventDefinition[] {
  const standing = element.children.flatMap((child) => {
    const definition = isReference(child) ? findReferred(context, child) : child
    const reader = definition === null || !isBpmn(definition) ? undefined : byName.get(definition.name)
    return definition === null || reader === undefined ? [] : toList(reader(context, definition))
  })
  const listening = elementsOf(element, event.variableListenerEventDefinition)
  return [...standing, ...listening.flatMap((one) => toList(readVariableListener(context, one)))]
}

/** Returns whether an event has a definition in the file, readable or not. */
export function hasEventDefinition(element: XmlElement): boolean {
  return (
    element.children.some((child) => isBpmn(child) && byName.has(child.name)) ||
    elementOf(element, event.eventDefinitionRef) !== null ||
    elementOf(element, event.variableListenerEventDefinition) !== null
  )
}

function isReference(element: XmlElement): boolean {
  return isBpmn(element, event.eventDefinitionRef.name)
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
