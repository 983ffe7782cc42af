import type { Definition } from '@millrace/engine'

/**
 * Whether an element is an error or cancel end event. What it throws interrupts the scope that it is in, and so itself;
 * yet for whoever reads the drawing it has happened.
 */
export function endsByThrowing(definition: Definition | null, elementId: string): boolean {
  const element = definition?.model.elements[elementId]
  return element?.type === 'endEvent' && element.definitions.some(({ kind }) => kind === 'error' || kind === 'cancel')
}
