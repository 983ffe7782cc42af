import type { ExpressionText } from '@millrace/bpmn'
import type { Step } from '../../step.ts'
import { readVariable } from '../variables/variables.ts'
import { evaluateCondition } from './evaluate.ts'
import type { Occasion } from './occasion.ts'

/** In the order in which they are asked: the first that is true or false decides. */
const switches = ['_ACTIVITI_SKIP_EXPRESSION_ENABLED', '_FLOWABLE_SKIP_EXPRESSION_ENABLED']

/** Returns whether Flowable's skip expressions are enabled: only when a variable of the instance enables them. */
export function isSkipEnabled(step: Step, occasion: Occasion, text: ExpressionText | null): text is ExpressionText {
  if (text === null) return false
  const values = switches.map((name) => readVariable(step, occasion.place.scopeId, name))
  return values.find((value) => typeof value === 'boolean') === true
}

/** Returns whether an activity is skipped by its skip expression. */
export function isSkipped(step: Step, occasion: Occasion, text: ExpressionText | null): boolean {
  return isSkipEnabled(step, occasion, text) && evaluateCondition(step, occasion, text)
}
