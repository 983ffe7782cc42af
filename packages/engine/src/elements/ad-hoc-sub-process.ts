import type { AdHocSubProcess } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { cancelChildren } from '../steps/cancel.ts'
import { endCompensatedScope } from '../steps/compensation.ts'
import { evaluateCondition, occasionOf } from '../steps/evaluate.ts'
import { complete } from '../steps/leave.ts'

/** Its activities are started one by one through the API; it ends when its completion condition holds. */
export const adHocSubProcess: Behavior<AdHocSubProcess> = {
  onEnter: () => {},
  onPathEnd: (step, element, instance) => {
    if (instance.state === 'finishing') {
      endCompensatedScope(step, instance)
      return
    }
    const isDone =
      element.completionCondition !== null && evaluateCondition(step, occasionOf(instance), element.completionCondition)
    if (!isDone || (instance.openChildren > 0 && !element.cancelRemaining)) return
    cancelChildren(step, instance.id)
    complete(step, instance)
  },
  hasExecution: () => true,
}
