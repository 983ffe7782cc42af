import type { StandardLoop } from '@millrace/bpmn'
import { fromPlain } from '../state/value.ts'
import type { Step } from '../step.ts'
import { arrivalOf, beginRun } from './enter.ts'
import { evaluateCondition, occasionOf } from './evaluate.ts'
import { completeBody, type LoopBody } from './loops.ts'
import { setLocalVariable } from './variables.ts'

/**
 * BPMN 2.0, 13.3.6: runs while the condition holds, tested before or after each run, at most `maximum` times. Without a
 * condition and a maximum it runs once.
 *
 * @param index runs that are done; expressions read it as `loopCounter`.
 */
export function continueStandardLoop(step: Step, within: LoopBody<StandardLoop>, index: number): void {
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
