import type { StandardLoop } from '@millrace/bpmn'
import type { LoopBehavior, LoopBody } from '../../behavior.ts'
import { runIndexOf } from '../../state/data/element-data.ts'
import { fromPlain } from '../../state/value.ts'
import type { Step } from '../../step.ts'
import { evaluateCondition } from '../expressions/evaluate.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { arrivalOf } from '../life/create-instance.ts'
import { beginRun } from '../life/enter.ts'
import { setLocalVariable } from '../variables/variables.ts'
import { completeBody } from './complete-body.ts'

/**
 * The standard loop (BPMN 2.0, 13.3.6): runs while the condition holds, tested before or after each run, at most
 * `maximum` times. Without a condition and a maximum it runs once.
 */
export const standardLoop: LoopBehavior<StandardLoop> = {
  onEnter: (step, within) => next(step, within, 0),
  onRunEnd: (step, within, run) => next(step, within, runIndexOf(run) + 1),
}

/** @param index runs that are done; expressions read it as `loopCounter`. */
function next(step: Step, within: LoopBody<StandardLoop>, index: number): void {
  const { definition, element, body } = within
  const { place } = occasionOf(body)
  setLocalVariable(step, place, body.id, 'loopCounter', fromPlain(index))
  if (!goesOn(step, within, index)) {
    completeBody(step, within)
    return
  }
  const arrival = {
    ...arrivalOf(definition, body),
    scopeId: body.id,
    tokenId: body.executionId,
    data: { kind: 'run', index } as const,
  }
  beginRun(step, element, arrival)
}

function goesOn(step: Step, { loop, body }: LoopBody<StandardLoop>, index: number): boolean {
  const { maximum, condition, testBefore } = loop
  if (maximum !== null && index >= maximum) return false
  if (index === 0 && !testBefore) return true
  if (condition === null) return index === 0 || maximum !== null
  return evaluateCondition(step, occasionOf(body), condition)
}
