import type { Definition } from '@millrace/engine'

/**
 * Returns whether an element is an error or cancel end event. Such an event interrupts its own scope and so itself, but
 * readers of the diagram have to see it as completed.
 */
export function endsByThrowing(definition: Definition | null, elementId: string): boolean {
  const element = definition?.model.elements[elementId]
  return element?.type === 'endEvent' && element.definitions.some(({ kind }) => kind === 'error' || kind === 'cancel')
}
