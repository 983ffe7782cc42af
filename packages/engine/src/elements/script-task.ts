import type { ScriptTask } from '@millrace/bpmn'
import type { Behavior } from '../behavior.ts'
import { evaluateScript, occasionOf } from '../steps/evaluate.ts'
import { complete } from '../steps/leave.ts'
import { setPlain } from '../steps/variables.ts'

export const scriptTask: Behavior<ScriptTask> = {
  onEnter: (step, element, instance) => {
    const occasion = occasionOf(instance)
    const result = evaluateScript(step, occasion, element.script)
    if (element.resultVariable !== null) setPlain(step, occasion.place, element.resultVariable, result)
    complete(step, instance)
  },
}
