import { extension, findExtension } from '../../dialects/extensions.ts'
import type {
  BoundaryEvent,
  EndEvent,
  EventDefinition,
  IntermediateCatchEvent,
  IntermediateThrowEvent,
  StartEvent,
} from '../../model.ts'
import { booleanAttribute, reference, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'
import { hasEventDefinition, readEventDefinitions } from '../events/index.ts'
import { readForm } from '../form.ts'
import { readBase } from './base.ts'
import type { Place } from './reader.ts'

export function readStartEvent(context: ReadContext, element: XmlElement, place: Place): StartEvent {
  return {
    type: 'startEvent',
    ...readEventBase(context, element, place),
    isInterrupting: booleanAttribute(element, 'isInterrupting', true),
    form: readForm(context, element),
    initiatorVariable: extension(element, 'initiator'),
  }
}

export function readCatchEvent(context: ReadContext, element: XmlElement, place: Place): IntermediateCatchEvent {
  return { type: 'intermediateCatchEvent', ...readEventBase(context, element, place) }
}

export function readThrowEvent(context: ReadContext, element: XmlElement, place: Place): IntermediateThrowEvent {
  return { type: 'intermediateThrowEvent', ...readEventBase(context, element, place) }
}

export function readEndEvent(context: ReadContext, element: XmlElement, place: Place): EndEvent {
  return { type: 'endEvent', ...readEventBase(context, element, place) }
}

export function readBoundaryEvent(context: ReadContext, element: XmlElement, place: Place): BoundaryEvent {
  return {
    type: 'boundaryEvent',
    ...readEventBase(context, element, place),
    attachedToId: reference(element, 'attachedToRef') ?? '',
    isInterrupting: booleanAttribute(element, 'cancelActivity', true),
  }
}

const mustCatch = new Set(['intermediateCatchEvent', 'boundaryEvent'])

function readEventBase(context: ReadContext, element: XmlElement, place: Place) {
  reportEventRegistry(context, element)
  if (mustCatch.has(element.name) && !hasEventDefinition(element)) {
    context.report(
      element,
      'event.definition-missing',
      'Expected a catching event to say what it waits for, but it has no event definition. Add one.',
    )
  }
  const definitions: readonly EventDefinition[] = readEventDefinitions(context, element)
  return {
    ...readBase(context, element, place),
    definitions,
    parallelMultiple: booleanAttribute(element, 'parallelMultiple', false),
  }
}

function reportEventRegistry(context: ReadContext, element: XmlElement): void {
  const type = findExtension(element, 'eventType')
  if (type === null) return
  context.report(
    element,
    'bpmn.unsupported',
    `Expected a message, signal or timer, but the event waits for “${type.text.trim()}” of an event registry. Use a message event.`,
  )
}
