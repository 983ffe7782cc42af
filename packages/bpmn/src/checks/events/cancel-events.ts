import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import { isEvent, type ModelIndex } from '../../query.ts'

/** Checks that cancel end events are directly in a transaction: BPMN 2.0, 10.5.3. */
export function* checkCancelEvents(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (!isEvent(element) || element.type !== 'endEvent' || !element.definitions.some(({ kind }) => kind === 'cancel'))
      continue
    if (index.findScope(element)?.type === 'transaction') continue
    yield {
      code: 'event.cancel',
      elementId: element.id,
      message: `Expected the cancel end event ${nameElement(element)} to be directly in a transaction, but it is not. Make the sub-process around it a transaction.`,
    }
  }
}
