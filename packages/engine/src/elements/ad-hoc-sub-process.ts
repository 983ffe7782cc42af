import type { AdHocSubProcess } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { evaluateCondition, occasionOf } from '../steps/evaluate.ts'
import { cancelChildren } from '../steps/cancel.ts'
import { complete } from '../steps/leave.ts'

/** Its activities are started one by one through the API; it ends when its completion condition holds. */
export const adHocSubProcess: Behavior<AdHocSubProcess> = {
  onEnter: () => {},
  onEmpty: (step, element, instance) => {
    if (element.completionCondition === null || !evaluateCondition(step, occasionOf(instance), element.completionCondition)) return
    if (element.cancelRemaining) cancelChildren(step, instance.id)
    complete(step, instance)
  },
}
