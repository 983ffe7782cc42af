import type { FlowElement, ParameterValue } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import { fromPlain, type TypedValue } from '../../state/value.ts'
import type { Step } from '../../step.ts'
import { evaluate, evaluateScript, evaluateString, evaluateTarget, evaluateTyped } from '../expressions/evaluate.ts'
import { type Occasion, occasionOf } from '../expressions/occasion.ts'
import { type Place, setLocalVariable, setVariable } from './variables.ts'

/** Maps input parameters to variables of the element instance. Each sees the previous ones. */
export function mapInputs(step: Step, element: FlowElement, instance: ElementInstance): void {
  if (element.io === null || instance.loop === 'body' || step.skips.ioMappings) return
  const occasion = occasionOf(instance)
  for (const { name, value, isTransient } of element.io.inputs) {
    const input = marked(readParameter(step, occasion, value), isTransient)
    const target = evaluateTarget(step, occasion, name)
    if (target !== null) setLocalVariable(step, occasion.place, instance.id, target, input)
  }
}

/** Maps output parameters to variables of the enclosing scope. */
export function mapOutputs(step: Step, element: FlowElement, instance: ElementInstance): void {
  if (element.io === null || instance.loop === 'body' || step.skips.ioMappings) return
  const occasion = occasionOf(instance)
  const outer: Place = { ...occasion.place, scopeId: instance.parentId }
  for (const { name, value, isLocal, isTransient } of element.io.outputs) {
    const output = marked(readParameter(step, occasion, value), isTransient)
    const target = evaluateTarget(step, occasion, name)
    if (target === null) continue
    if (isLocal === true) setLocalVariable(step, outer, instance.parentId, target, output)
    else setVariable(step, outer, target, output)
  }
}

function readParameter(step: Step, occasion: Occasion, value: ParameterValue): TypedValue {
  if (value.kind === 'expression') return evaluateTyped(step, occasion, value.expression)
  return fromPlain(evaluateParameter(step, occasion, value))
}

export function evaluateParameter(step: Step, occasion: Occasion, value: ParameterValue): unknown {
  switch (value.kind) {
    case 'expression':
      return evaluate(step, occasion, value.expression)
    case 'script':
      return evaluateScript(step, occasion, value.script).value
    case 'list':
      return value.items.map((item) => evaluateParameter(step, occasion, item))
    case 'map':
      return Object.fromEntries(
        value.entries.map((entry) => [
          evaluateString(step, occasion, entry.key) ?? '',
          evaluateParameter(step, occasion, entry.value),
        ]),
      )
    default:
      return value satisfies never
  }
}

function marked(value: TypedValue, isTransient: boolean | undefined): TypedValue {
  return isTransient === true ? { ...value, info: { ...value.info, transient: true } } : value
}
