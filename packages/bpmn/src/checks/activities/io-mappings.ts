import type { FlowElement } from '../../model.ts'
import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isActivity, isEventSubProcess, isGateway, type ModelIndex } from '../../query.ts'
import { errorInCamunda } from '../severity.ts'

/**
 * Checks that only activities and intermediate events have input and output mappings. Camunda refuses them elsewhere.
 */
export function* checkIoMappings(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (element.io === null) continue
    const fault = findFault(element, element.io.outputs.length > 0)
    if (fault === null) continue
    yield {
      code: 'io.not-allowed',
      severity: errorInCamunda(index),
      elementId: element.id,
      message: `Expected no ${fault.what} mapping at ${nameElement(element)}, but it has one, and ${fault.why}. Remove it.`,
    }
  }
}

function findFault(element: FlowElement, hasOutputs: boolean): { what: string; why: string } | null {
  if (element.type === 'startEvent' || element.type === 'boundaryEvent') {
    return { what: 'input or output', why: `a ${element.type} has none` }
  }
  if (isGateway(element)) return { what: 'input or output', why: 'a gateway has none' }
  if (isEventSubProcess(element)) return { what: 'input or output', why: 'an event sub-process has none' }
  if (!hasOutputs) return null
  if (element.type === 'endEvent') return { what: 'output', why: 'nothing follows an end event' }
  const isRepeated = isActivity(element) && element.loop?.kind === 'multi-instance'
  return isRepeated
    ? { what: 'output', why: 'each instance of a multi-instance activity would overwrite the last' }
    : null
}
