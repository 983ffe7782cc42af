import { type FlowElement, isActivity, isEvent, isEventSubProcess, isScope, type ProcessModel } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import { bodyMark } from '../moves/cancel-at.ts'

/** A position in a model where an instance can be: an element, or the body of a multi-instance activity. */
export interface Place {
  readonly key: string
  readonly element: FlowElement
  readonly isBody: boolean
}

export function findPlace({ elements }: ProcessModel, key: string): Place | null {
  const isBody = key.endsWith(bodyMark)
  const element = elements[isBody ? key.slice(0, -bodyMark.length) : key]
  if (element === undefined || (isBody && !runsSeveral(element))) return null
  return { key, element, isBody }
}

function runsSeveral(element: FlowElement): boolean {
  return isActivity(element) && element.loop?.kind === 'multi-instance'
}

/** Returns the place that encloses a place; null when that is the process. */
export function placeAround(model: ProcessModel, { element, isBody }: Place): Place | null {
  if (!isBody && runsSeveral(element)) return findPlace(model, `${element.id}${bodyMark}`)
  return findPlace(model, element.scopeId)
}

/** Lists the places directly inside a place; null: inside the process. */
export function listPlacesIn(model: ProcessModel, place: Place | null): Place[] {
  if (place?.isBody === true) return [{ ...place, key: place.element.id, isBody: false }]
  if (place !== null && !isScope(place.element)) return []
  const scopeId = place?.element.id ?? model.id
  return Object.values(model.elements)
    .filter((element) => element.scopeId === scopeId)
    .map((element) => {
      const isBody = runsSeveral(element)
      return { key: isBody ? `${element.id}${bodyMark}` : element.id, element, isBody }
    })
}

/** Returns the key of the element of a row. */
export function keyOfRow({ elements }: ProcessModel, { elementId, loop, state }: ElementInstance): string {
  const element = elements[elementId]
  const isWhole = loop === 'body' || (loop === null && (state === 'before' || state === 'after'))
  return element !== undefined && isWhole && runsSeveral(element) ? `${elementId}${bodyMark}` : elementId
}

/** Returns the reason why an instance cannot be migrated from one element to another; null if it can. */
export function findDifference(source: Place, target: Place): string | null {
  const [from, to] = [source, target].map(nameOfKind)
  if (from !== to) return `Activities have incompatible types (${from} is not compatible with ${to})`
  if (!isEvent(source.element) || !isEvent(target.element)) return null
  const [before, after] = [source.element, target.element].map(({ definitions }) =>
    definitions.map(({ kind }) => kind).join(', '),
  )
  return before === after ? null : `Events are not of the same type (${before} != ${after})`
}

function nameOfKind({ element, isBody }: Place): string {
  if (isBody && isActivity(element) && element.loop?.kind === 'multi-instance')
    return element.loop.isSequential ? 'sequentialMultiInstanceBody' : 'parallelMultiInstanceBody'
  if (isEventSubProcess(element)) return 'eventSubProcess'
  if (isActivity(element) && 'implementation' in element && element.implementation?.kind === 'external')
    return 'externalTask'
  const loop = isActivity(element) && element.loop?.kind === 'standard' ? 'Loop' : ''
  return `${element.type}${loop}`
}

/**
 * Returns whether an element waits for a message, a signal, a condition or a time, for which there is a row of its own.
 */
export function hasTrigger({ element, isBody }: Place): boolean {
  if (isBody) return false
  if (element.type === 'receiveTask') return element.message !== null
  if (!isEvent(element) || element.type === 'endEvent' || element.type === 'intermediateThrowEvent') return false
  return element.definitions.some(({ kind }) =>
    ['message', 'signal', 'timer', 'conditional', 'variable'].includes(kind),
  )
}

/**
 * Returns whether a place is a conditional event. Its condition always comes from the current model, so a migration
 * determines it again.
 */
export function isConditional({ element }: Place): boolean {
  return isEvent(element) && element.definitions.some(({ kind }) => kind === 'conditional')
}

/** Returns the activity to which an event is attached, or the scope of its event sub-process. */
export function eventScopeOf({ elements }: ProcessModel, { element }: Place): string | null {
  if (element.type === 'boundaryEvent') return element.attachedToId
  const around = elements[element.scopeId]
  return element.type === 'startEvent' && around !== undefined && isEventSubProcess(around) ? around.scopeId : null
}
