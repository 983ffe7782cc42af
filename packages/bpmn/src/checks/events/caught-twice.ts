import { rulesOf } from '../../dialects/index.ts'
import type { EventDefinition, EventElement } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding, Severity } from '../../problems.ts'
import { isEvent, isEventSubProcess, type ModelIndex } from '../../query.ts'
import { errorInCamunda } from '../severity.ts'

/**
 * Checks that no two events wait for the same event in the same scope, where it would be undefined which one catches
 * it.
 */
export function* checkCaughtTwice(index: ModelIndex): Iterable<Finding> {
  const seen = new Map<string, EventElement>()
  for (const element of Object.values(index.model.elements)) {
    if (!isEvent(element)) continue
    for (const definition of element.definitions) {
      const place = findPlace(index, element, definition)
      const what = describeCaught(definition)
      if (place === null || what === null) continue
      const first = seen.get(`${place}\n${what}`)
      seen.set(`${place}\n${what}`, element)
      if (first === undefined || first.id === element.id) continue
      yield {
        code: element.type === 'startEvent' ? 'start.duplicate' : 'boundary.duplicate',
        severity: severityOf(index, element, definition),
        elementId: element.id,
        message: `Expected only one event to catch ${what}, but both ${nameElement(first)} and ${nameElement(element)} do. Remove one of them.`,
      }
    }
  }
}

/**
 * Returns a key of the scope in which the subscription of an event has to be unique; null when nothing can conflict
 * with it.
 */
function findPlace(index: ModelIndex, element: EventElement, { kind }: EventDefinition): string | null {
  const sharesPlace = (kind === 'message' || kind === 'signal') && rulesOf(index.model).boundarySharesPlaceWithInside
  if (element.type === 'boundaryEvent')
    return sharesPlace ? `scope ${element.attachedToId}` : `boundary ${element.attachedToId}`
  if (element.type === 'startEvent') {
    const scope = index.findScope(element)
    if (scope === undefined) return `start ${element.scopeId}`
    if (!isEventSubProcess(scope)) return null
    return sharesPlace ? `scope ${scope.scopeId}` : `event sub-process ${scope.scopeId}`
  }
  const [flow] = index.listIncoming(element.id)
  const source = flow === undefined ? undefined : index.findElement(flow.sourceId)
  return element.type === 'intermediateCatchEvent' && source?.type === 'eventBasedGateway'
    ? `gateway ${nameElement(source)}`
    : null
}

function describeCaught(definition: EventDefinition): string | null {
  switch (definition.kind) {
    case 'message':
    case 'signal':
      return definition.name === null ? null : `the ${definition.kind} “${definition.name.text}”`
    case 'escalation':
      return definition.code === null ? 'every escalation' : `the escalation “${definition.code.text}”`
    case 'conditional':
      return `the condition “${definition.condition.text}”`
    case 'cancel':
      return 'the cancellation'
    case 'compensate':
      return 'the compensation'
    default:
      return null
  }
}

/**
 * Returns all refuse two of a message, cancellation or compensation; Camunda alone refuses two of a signal or
 * escalation.
 */
function severityOf(index: ModelIndex, element: EventElement, { kind }: EventDefinition): Severity {
  if (kind === 'conditional')
    return element.type === 'startEvent' && element.scopeId === index.model.id ? errorInCamunda(index) : 'warning'
  if (kind === 'signal' || kind === 'escalation') return errorInCamunda(index)
  const isAnywhereRefused = element.type === 'boundaryEvent' || element.scopeId === index.model.id
  return isAnywhereRefused ? 'error' : errorInCamunda(index)
}
