import { type FlowElement, isActivity, type ProcessModel } from '@millrace/bpmn'
import type { ElementInstance } from '../../state/rows.ts'
import { oldestFirst, type Step } from '../../step.ts'

/**
 * A level that has to be open around an element: a sub-process, the body of a multi-instance activity, or a run of it.
 */
export interface Level {
  readonly element: FlowElement
  readonly loop: ElementInstance['loop']
}

/** Lists the scopes around an element, the innermost first, without the process. */
export function listLevels(model: ProcessModel, element: FlowElement, isOneRun: boolean): Level[] {
  const levels: Level[] = isOneRun ? [{ element, loop: 'body' }] : []
  let scope = model.elements[element.scopeId]
  while (scope !== undefined) {
    if (isActivity(scope) && scope.loop !== null)
      levels.push({ element: scope, loop: 'run' }, { element: scope, loop: 'body' })
    else levels.push({ element: scope, loop: null })
    scope = model.elements[scope.scopeId]
  }
  return levels
}

/** Lists the open instances of a scope in a process instance, in which tokens can be started. */
export function listOpen({ state }: Step, instanceId: string, { element, loop }: Level): ElementInstance[] {
  return oldestFirst(state.elements.all()).filter(
    (one) =>
      one.instanceId === instanceId &&
      one.elementId === element.id &&
      one.loop === loop &&
      one.state === 'active' &&
      one.data?.kind !== 'leaving',
  )
}

/** Returns whether an element is a multi-instance activity, to which single runs can be added. */
export function hasCountedRuns(element: FlowElement): boolean {
  return isActivity(element) && element.loop?.kind === 'multi-instance'
}
