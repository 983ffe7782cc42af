import type { ParameterValue } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import type { Step } from '../../step.ts'
import { evaluateTarget } from '../expressions/evaluate.ts'
import { type Occasion, occasionOf } from '../expressions/occasion.ts'
import { evaluateParameter } from '../variables/io-mapping.ts'
import { setPlain } from '../variables/variables.ts'
import type { WorkDone, WorkSource } from './service.ts'

/** A function that reads special inputs of a connector; it returns undefined for inputs with plain values. */
export type ReadInput = (name: string, occasion: Occasion, value: ParameterValue) => unknown

/** Returns the inputs of a connector by name. Each sees the variables of the task and the inputs before it. */
export function readInputs(
  step: Step,
  source: WorkSource,
  instance: ElementInstance,
  read: ReadInput = () => undefined,
): Record<string, unknown> {
  const inputs: Record<string, unknown> = {}
  const parameters = source.kind === 'connector' ? (source.io?.inputs ?? []) : []
  for (const { name, value } of parameters) {
    const occasion = occasionOf(instance, { extra: { ...inputs } })
    const target = evaluateTarget(step, occasion, name)
    if (target !== null) inputs[target] = read(target, occasion, value) ?? evaluateParameter(step, occasion, value)
  }
  return inputs
}

/** Maps outputs of a connector to variables of the process. Each sees the answer and the previous outputs. */
export function mapOutputs(
  step: Step,
  source: WorkSource,
  { instance }: WorkDone,
  given: Readonly<Record<string, unknown>>,
): void {
  const seen: Record<string, unknown> = { ...given }
  for (const { name, value } of source.kind === 'connector' ? (source.io?.outputs ?? []) : []) {
    const occasion = occasionOf(instance, { extra: { ...seen } })
    const target = evaluateTarget(step, occasion, name)
    if (target === null) continue
    seen[target] = evaluateParameter(step, occasion, value)
    setPlain(step, occasion.place, target, seen[target])
  }
}
