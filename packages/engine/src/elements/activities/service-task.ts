import type { Implementation, ServiceTask } from '@millrace/bpmn'
import type { Behavior } from '../../behavior.ts'
import type { ElementInstance } from '../../state/rows.ts'
import type { Step } from '../../step.ts'
import { throwMessage } from '../../steps/events/throw-message.ts'
import { complete } from '../../steps/life/leave.ts'
import { runImplementation } from '../../steps/work/implementation.ts'

/** Service, send and business rule tasks, which run their implementation. */
export const serviceTask: Behavior<ServiceTask> = {
  onEnter: (step, element, instance) => {
    if (element.implementation.kind === 'none' && element.message !== null)
      throwMessage(step, element.message, instance)
    if (!isWaiting(step, element.implementation, instance)) complete(step, instance)
  },
  onResume: (step, _element, instance) => complete(step, instance),
  hasExecution: ({ implementation }) => implementation.kind === 'external',
}

/** Send and service tasks that can be triggered. Business rule tasks cannot, because they take no time. */
export const sendableTask: Behavior<ServiceTask> = { ...serviceTask, canBeSignalled: true }

function isWaiting(step: Step, implementation: Implementation, instance: ElementInstance): boolean {
  return runImplementation(step, implementation, instance) === 'waits'
}
