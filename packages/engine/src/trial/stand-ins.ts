import type { FlowElement, ProcessModel, ServiceTask } from '@millrace/bpmn'
import type { Definition } from '../definition.ts'
import type { FailureCode } from '../outcome.ts'

/** Failures of a trial that only mean that something does not exist; users then do that step by hand. */
export const missing: ReadonlySet<FailureCode> = new Set([
  'engine.definition-missing',
  'engine.decision-missing',
  'engine.not-supported',
])

/** Returns a definition in which an element waits for a user to do its work; null for an element without work. */
export function withStandIn(definition: Definition, elementId: string): Definition | null {
  const element = definition.model.elements[elementId]
  const standIn = element === undefined ? null : standInFor(element)
  if (standIn === null) return null
  const model: ProcessModel = { ...definition.model, elements: { ...definition.model.elements, [elementId]: standIn } }
  return { ...definition, model }
}

function standInFor(element: FlowElement): ServiceTask | null {
  const implementation = {
    kind: 'external',
    topic: { language: 'literal', text: topicOf(element) },
    priority: null,
    errorMappings: [],
  } as const
  switch (element.type) {
    case 'serviceTask':
    case 'sendTask':
    case 'businessRuleTask':
      return element.implementation.kind === 'external' ? null : { ...element, implementation, message: null }
    case 'callActivity':
      return { ...element, type: 'serviceTask', implementation, message: null }
    default:
      return null
  }
}

/** Returns the topic of the work that the element would have requested. */
function topicOf(element: FlowElement): string {
  if (element.type === 'callActivity') return element.calledElement?.text || element.id
  if (!('implementation' in element)) return element.id
  const { implementation } = element
  if (implementation.kind === 'decision') return implementation.decision.ref.text || element.id
  if (implementation.kind === 'adapter') return implementation.key
  return implementation.kind === 'builtIn' ? implementation.name : element.id
}
