import { type FlowElement, isActivity } from '@millrace/bpmn'
import { loopBehaviorOf } from '../../behavior.ts'
import { type Definition, getElement } from '../../definition.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { getDefinition, getElementInstance, type Step, schedule } from '../../step.ts'

/** Continues a loop after a run: starts the next run, or completes the body. */
export function afterRun(step: Step, definition: Definition, element: FlowElement, run: ElementInstance): void {
  if (!isActivity(element) || element.loop === null) return
  const { loop } = element
  const body = getElementInstance(step, run.parentId)
  loopBehaviorOf(step, loop).onRunEnd(step, { definition, element, loop, body }, run)
}

/** Creates a job that creates the next portion of runs. */
export function makeMoreRuns(step: Step, body: ElementInstance, next: number): void {
  const definition = getDefinition(step, body.instanceId)
  const element = getElement(definition, body.elementId)
  if (!isActivity(element) || element.loop === null) return
  const { loop } = element
  step.isMoving = true
  schedule(step, body.id, () =>
    loopBehaviorOf(step, loop).onMoreRuns?.(step, { definition, element, loop, body }, next),
  )
}
