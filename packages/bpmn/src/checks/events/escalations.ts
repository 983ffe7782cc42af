import type { EventElement } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isEvent, type ModelIndex } from '../../query.ts'
import { errorInCamunda } from '../severity.ts'

/** Checks that no other escalation handler is next to one that catches every escalation. */
export function* checkEscalations(index: ModelIndex): Iterable<Finding> {
  const first = { open: new Map<string, string>(), coded: new Map<string, string>() }
  for (const element of Object.values(index.model.elements)) {
    if (!isEvent(element)) continue
    const place = findPlace(index, element)
    const escalation = element.definitions.find((one) => one.kind === 'escalation')
    if (place === null || escalation === undefined) continue
    const isOpen = escalation.code === null
    const other = (isOpen ? first.coded : first.open).get(place)
    if (other !== undefined) {
      yield {
        code: 'boundary.duplicate',
        severity: errorInCamunda(index),
        elementId: element.id,
        message: `Expected ${nameElement(element)} and ${other} to catch different escalations, but ${isOpen ? element.id : other} catches all escalations. Give it a code.`,
      }
    }
    ;(isOpen ? first.open : first.coded).set(place, element.id)
  }
}

function findPlace(index: ModelIndex, element: EventElement): string | null {
  if (element.type === 'boundaryEvent') return `boundary ${element.attachedToId}`
  const scope = element.type === 'startEvent' ? index.findScope(element) : undefined
  return scope === undefined ? null : `event sub-process ${scope.scopeId}`
}
