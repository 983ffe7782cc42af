import { nameElement } from '../../name-element.ts'
import type { Finding } from '../../problems.ts'
import type { ModelIndex } from '../../query.ts'
import { mayBegin } from '../events/start-events.ts'

/** Checks that ad-hoc sub-processes have activities, and no start or end events: BPMN 2.0, 10.3.5. Warnings only. */
export function* checkAdHoc(index: ModelIndex): Iterable<Finding> {
  for (const scope of Object.values(index.model.elements)) {
    if (scope.type !== 'adHocSubProcess') continue
    const children = index.listChildren(scope.id)
    for (const child of children) {
      if (child.type !== 'startEvent' && child.type !== 'endEvent') continue
      yield {
        code: 'activity.ad-hoc',
        severity: 'warning',
        elementId: child.id,
        message: `Expected no start or end event in the ad-hoc sub-process ${nameElement(scope)}, but ${nameElement(child)} is one. Remove it.`,
      }
    }
    if (children.some(mayBegin)) continue
    yield {
      code: 'activity.ad-hoc',
      severity: 'warning',
      elementId: scope.id,
      message: `Expected an activity in the ad-hoc sub-process ${nameElement(scope)} that no flow leads to, but there is none, so nothing can be started in it. Add one.`,
    }
  }
}
