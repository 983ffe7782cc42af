import type { XmlElement } from '@millrace/xml'
import type { BoundaryEvent, EventDefinition, StartEvent } from '../../model.ts'
import { listNames, rowOf } from '../../vocabulary/flow-elements.ts'
import { elementOf, flagOf, referenceOf, textOf } from '../../vocabulary/read.ts'
import { boundaryEvent, catchEvent, event, startEvent } from '../../vocabulary/themes/events.ts'
import { readForm } from '../activities/form.ts'
import type { ReadContext } from '../context.ts'
import { hasEventDefinition, readEventDefinitions } from '../events/index.ts'
import { readBase } from './base.ts'
import type { Place } from './reader.ts'

export function readStartEvent(context: ReadContext, element: XmlElement, place: Place): StartEvent {
  return {
    type: 'startEvent',
    ...readEventBase(context, element, place),
    isInterrupting: flagOf(element, startEvent.isInterrupting),
    form: readForm(context, element),
    initiatorVariable: textOf(element, startEvent.initiator),
  }
}

export function readBoundaryEvent(context: ReadContext, element: XmlElement, place: Place): BoundaryEvent {
  return {
    type: 'boundaryEvent',
    ...readEventBase(context, element, place),
    attachedToId: referenceOf(element, boundaryEvent.attachedToRef) ?? '',
    isInterrupting: flagOf(element, boundaryEvent.cancelActivity),
  }
}

/** Reads the properties that all events have. */
export function readEventBase(context: ReadContext, element: XmlElement, place: Place) {
  reportEventRegistry(context, element)
  if (needDefinitions.has(element.name) && !hasEventDefinition(element)) {
    context.report(
      element,
      'event.definition-missing',
      'Expected a catching event to have an event definition, but it has none. Add one.',
    )
  }
  const definitions: readonly EventDefinition[] = readEventDefinitions(context, element)
  return {
    ...readBase(context, element, place),
    definitions,
    parallelMultiple: flagOf(element, catchEvent.parallelMultiple),
  }
}

const needDefinitions: ReadonlySet<string> = new Set(listNames('event').filter((name) => rowOf(name).needsDefinition))

function reportEventRegistry(context: ReadContext, element: XmlElement): void {
  const type = elementOf(element, event.eventType)
  if (type === null) return
  context.report(
    element,
    'bpmn.unsupported',
    `Expected a message, signal or timer, but the event waits for “${type.text.trim()}” of an event registry. Use a message event.`,
  )
}
