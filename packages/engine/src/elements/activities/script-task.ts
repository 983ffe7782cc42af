import type { ScriptTask } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import { toPlain } from '../../state/value.ts'
import { evaluateScript } from '../../steps/expressions/evaluate.ts'
import { occasionOf } from '../../steps/expressions/occasion.ts'
import { complete } from '../../steps/life/leave.ts'
import { readMappings } from '../../steps/variables/mappings.ts'
import { setPlain } from '../../steps/variables/variables.ts'

export const scriptTask: Behavior<ScriptTask> = {
  onEnter: (step, element, instance) => {
    const occasion = occasionOf(instance)
    const inputs = readMappings(step, element.inputs, occasion).map(
      ({ name, value }) => [name, toPlain(value)] as const,
    )
    const seen = inputs.length > 0 ? { extra: Object.fromEntries(inputs) } : {}
    const { value, globals } = evaluateScript(
      step,
      { ...occasion, ...seen, seesVariables: element.seesVariables },
      element.script,
    )
    if (element.storesVariables)
      for (const [name, stored] of Object.entries(globals)) setPlain(step, occasion.place, name, stored)
    if (element.resultVariable !== null) setPlain(step, occasion.place, element.resultVariable, value)
    complete(step, instance)
  },
}
