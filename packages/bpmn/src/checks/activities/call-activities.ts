import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'

/** Checks that call activities name a process: BPMN 2.0, 10.3.6. */
export function* checkCallActivities(index: ModelIndex): Iterable<Finding> {
  for (const element of Object.values(index.model.elements)) {
    if (element.type !== 'callActivity') continue
    if (element.calledElement === null) {
      yield {
        code: 'activity.call',
        elementId: element.id,
        message: `Expected ${nameElement(element)} to name the process that it calls, but it names none. Set calledElement.`,
      }
    }
    if (element.isCase) {
      yield {
        code: 'bpmn.unsupported',
        severity: 'warning',
        elementId: element.id,
        message: `Expected ${nameElement(element)} to call a process, but it calls the case “${element.calledElement?.text}”, and cases are not supported. Call a process instead.`,
      }
    }
  }
}
