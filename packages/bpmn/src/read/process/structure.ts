import { walk, type XmlElement } from '@millrace/xml'
import { isBpmn, referenceOf } from '../../vocabulary/read.ts'
import { boundaryEvent } from '../../vocabulary/themes/events.ts'
import { ends } from '../../vocabulary/themes/flows.ts'
import { type IdSource, idOf } from '../context.ts'

/**
 * The connections between the elements of a process: flows, boundary events and compensation handlers, by element id.
 */
export interface Structure {
  readonly outgoing: ReadonlyMap<string, readonly string[]>
  readonly incoming: ReadonlyMap<string, readonly string[]>
  readonly boundaryEvents: ReadonlyMap<string, readonly string[]>
  /** Activity → the activity that undoes it. */
  readonly compensationHandlers: ReadonlyMap<string, string>
}

/** Finds the connections between elements, in document order. The checks report connections that make no sense. */
export function findStructure(ids: { ids: IdSource }, process: XmlElement): Structure {
  const outgoing = new Map<string, string[]>()
  const incoming = new Map<string, string[]>()
  const boundaryEvents = new Map<string, string[]>()
  const compensated = new Map<string, string>()
  const associations: XmlElement[] = []
  for (const element of walk(process)) {
    if (isBpmn(element, 'sequenceFlow')) {
      add(outgoing, referenceOf(element, ends.sourceRef), idOf(ids, element))
      add(incoming, referenceOf(element, ends.targetRef), idOf(ids, element))
    } else if (isBpmn(element, 'boundaryEvent')) {
      const attachedTo = referenceOf(element, boundaryEvent.attachedToRef)
      add(boundaryEvents, attachedTo, idOf(ids, element))
      if (attachedTo !== null && element.children.some((child) => isBpmn(child, 'compensateEventDefinition'))) {
        compensated.set(idOf(ids, element), attachedTo)
      }
    } else if (isBpmn(element, 'association')) {
      associations.push(element)
    }
  }
  return { outgoing, incoming, boundaryEvents, compensationHandlers: findHandlers(associations, compensated) }
}

function add(map: Map<string, string[]>, key: string | null, value: string): void {
  if (key === null) return
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** Returns an association leads from the compensation boundary event to the handler, BPMN 2.0, 10.5.6. */
function findHandlers(
  associations: readonly XmlElement[],
  compensated: ReadonlyMap<string, string>,
): Map<string, string> {
  const handlers = new Map<string, string>()
  for (const association of associations) {
    const source = referenceOf(association, ends.sourceRef)
    const target = referenceOf(association, ends.targetRef)
    const activity = source === null ? undefined : compensated.get(source)
    if (activity !== undefined && target !== null) handlers.set(activity, target)
  }
  return handlers
}
