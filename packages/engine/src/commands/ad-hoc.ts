import type { AdHocSubProcess } from '@millrace/bpmn'
import { nameElement } from '@millrace/bpmn'
import { getElement } from '../definition.ts'
import { Refused } from '../outcome.ts'
import type { ElementInstance } from '../state/rows.ts'
import { getDefinition, needWhole, type Step } from '../step.ts'
import { assertNotSuspended } from '../steps/events/trigger.ts'
import { mayBegin } from '../steps/instances/first-elements.ts'
import { cancelChildren } from '../steps/life/cancel.ts'
import { arrive } from '../steps/life/enter.ts'
import { complete } from '../steps/life/leave.ts'
import type { CommandOf } from './command.ts'
import { findInstance } from './instances.ts'

export function activateAdHoc(step: Step, { instanceId, subProcessId, activityId }: CommandOf<'activateAdHoc'>): void {
  const { scope, element } = findOpen(step, instanceId, subProcessId)
  const definition = getDefinition(step, instanceId)
  const activity = definition.model.elements[activityId]
  if (activity?.scopeId !== element.id || !mayBegin(activity)) {
    throw new Refused(
      'engine.element-unknown',
      `Expected an activity of ${nameElement(element)} that can be started, but ${activityId} is not one of them.`,
    )
  }
  if (element.isSequential && scope.openChildren > 0) {
    throw new Refused(
      'engine.not-waiting',
      `Expected ${nameElement(element)} to have nothing open, because its activities run one after another. Complete what is open first.`,
    )
  }
  arrive(step, [
    { definition, elementId: activityId, instanceId, scopeId: scope.id, tokenId: step.newId(), flowId: null },
  ])
}

export function completeAdHoc(step: Step, { instanceId, subProcessId }: CommandOf<'completeAdHoc'>): void {
  const { scope, element } = findOpen(step, instanceId, subProcessId)
  if (scope.openChildren > 0 && !element.cancelRemaining) {
    throw new Refused(
      'engine.not-waiting',
      `Expected ${nameElement(element)} to have nothing open, but ${scope.openChildren} of its activities are. Complete them first.`,
    )
  }
  cancelChildren(step, scope.id)
  complete(step, scope)
}

function findOpen(
  step: Step,
  instanceId: string,
  subProcessId: string,
): { scope: ElementInstance; element: AdHocSubProcess } {
  findInstance(step, instanceId)
  assertNotSuspended(step, instanceId)
  needWhole(step)
  const scope = step.state.elements
    .all()
    .find(
      (one) =>
        one.instanceId === instanceId &&
        (one.elementId === subProcessId || one.id === subProcessId) &&
        one.state === 'active' &&
        one.loop !== 'body' &&
        one.data?.kind !== 'leaving',
    )
  const element = scope === undefined ? undefined : getElement(getDefinition(step, instanceId), scope.elementId)
  if (scope !== undefined && element?.type === 'adHocSubProcess') return { scope, element }
  throw new Refused('engine.not-waiting', `Expected an open ad-hoc sub-process ${subProcessId}, but there is none.`)
}
