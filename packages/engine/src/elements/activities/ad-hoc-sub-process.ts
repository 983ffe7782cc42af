import type { AdHocSubProcess } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { endCompensatedScope } from '../../steps/compensation/compensation.ts'
import { evaluateCondition } from '../../steps/expressions/evaluate.ts'
import { occasionOf } from '../../steps/expressions/occasion.ts'
import { cancelChildren } from '../../steps/life/cancel.ts'
import { complete } from '../../steps/life/leave.ts'

/**
 * An ad-hoc sub-process: its activities are started one by one through the API; it ends when its completion condition
 * holds.
 */
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
