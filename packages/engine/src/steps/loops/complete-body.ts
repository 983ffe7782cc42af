import { isActivity } from '@millrace/bpmn'
import type { LoopBody } from '../../behavior.ts'
import { getElement } from '../../definition.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { emit, getDefinition, getElementInstance, type Step, schedule } from '../../step.ts'
import { handOnCompensations } from '../compensation/compensation.ts'
import { cancelRuns } from '../life/cancel.ts'
import { closeOwned } from '../life/close-owned.ts'
import { goOn } from '../life/leave.ts'
import { aggregateResults } from './aggregation.ts'

/** Completes the body of a loop, and continues after the activity. */
export function completeBody(step: Step, { definition, element, loop, body }: LoopBody): void {
  if (loop.kind === 'multi-instance') aggregateResults(step, loop, body)
  handOnCompensations(step, body)
  closeOwned(step, body.id, 'completed')
  const left = getElementInstance(step, body.id)
  emit(step, { type: 'elementLeft', element: left, at: step.at, isCancelled: false, endsPath: false })
  schedule(step, left.parentId, () => goOn(step, definition, element, left))
}

/** Cancels the runs that are left and completes the body. */
export function endLoop(step: Step, body: ElementInstance): void {
  const definition = getDefinition(step, body.instanceId)
  const element = getElement(definition, body.elementId)
  cancelRuns(step, body.id)
  if (isActivity(element) && element.loop !== null)
    completeBody(step, { definition, element, loop: element.loop, body })
}
