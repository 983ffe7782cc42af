import { type FlowElement, indexModel, nameElement, type SequenceFlow } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import { fail, getDefinition, type Step } from '../../step.ts'
import { compileText } from '../expressions/compile.ts'
import { evaluateCondition } from '../expressions/evaluate.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { listSeen } from '../expressions/seen.ts'
import { isSkipEnabled } from '../expressions/skip.ts'

/**
 * Selects outgoing flows (BPMN 2.0, 13.2.1): all without a condition and all whose condition holds; the default flow
 * when no condition holds. An element without outgoing flows ends the path.
 */
export function selectConditional(step: Step, element: FlowElement, left: ElementInstance): readonly SequenceFlow[] {
  const outgoing = listOutgoing(step, left)
  const defaultFlowId = 'defaultFlowId' in element ? element.defaultFlowId : null
  const taken = outgoing.filter((flow) => isTaken(step, flow, { left, defaultFlowId, isOnly: outgoing.length === 1 }))
  if (taken.length > 0 || outgoing.length === 0) return taken
  return takeDefault(step, element, { left, outgoing })
}

/** Takes the default flow of an element, when no other flow is taken. */
export function takeDefault(
  step: Step,
  element: FlowElement,
  { left, outgoing }: { left: ElementInstance; outgoing: readonly SequenceFlow[] },
): readonly SequenceFlow[] {
  const defaultFlowId = 'defaultFlowId' in element ? element.defaultFlowId : null
  const defaultFlow = outgoing.find((flow) => flow.id === defaultFlowId)
  if (defaultFlow !== undefined) return [defaultFlow]
  const conditions = outgoing.map((flow) => `${flow.id}: ${flow.condition?.text ?? 'always'}`)
  return fail(
    'engine.no-flow-taken',
    `Expected one of the flows out of ${nameElement(element)} to be taken, but no condition holds. Add a default flow, or change the variables that the conditions read.`,
    { element: left, detail: { conditions, variables: listConditionVariables(step, left, outgoing) } },
  )
}

/** Lists the variables that the conditions have read. */
function listConditionVariables(
  step: Step,
  { parentId }: ElementInstance,
  flows: readonly SequenceFlow[],
): Record<string, string> {
  const compiled = flows.map(({ condition }) =>
    condition === null || condition.language === 'literal' ? null : compileText(condition, step),
  )
  return Object.assign({}, ...compiled.map((one) => (one?.ok === true ? listSeen(step, parentId, one.expression) : {})))
}

export function listOutgoing(step: Step, left: ElementInstance): readonly SequenceFlow[] {
  return indexModel(getDefinition(step, left.instanceId).model).listOutgoing(left.elementId)
}

interface Choice {
  readonly left: ElementInstance
  readonly defaultFlowId: string | null
  /**
   * Whether an element without another flow takes this one although its skip expression does not hold; a gateway does
   * not.
   */
  readonly isOnly?: boolean
}

/**
 * Returns whether a flow is taken: its condition sees the variables of its scope. A default flow is only taken when no
 * other is. Flowable's skip expression, when enabled, replaces the condition, also for a default flow.
 */
export function isTaken(step: Step, flow: SequenceFlow, { left, defaultFlowId, isOnly = false }: Choice): boolean {
  const place = { scopeId: left.parentId, instanceId: left.instanceId, elementInstanceId: left.id }
  const occasion = occasionOf(left, { place })
  if (isSkipEnabled(step, occasion, flow.skipExpression))
    return isOnly || evaluateCondition(step, occasion, flow.skipExpression)
  if (flow.id === defaultFlowId) return false
  return flow.condition === null || evaluateCondition(step, occasion, flow.condition)
}
