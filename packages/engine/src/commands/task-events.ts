import { Refused } from '../outcome.ts'
import { getElementInstance, type Step } from '../step.ts'
import { throwOrEnd, throwOutward } from '../steps/events/throw-error.ts'
import { nameElementOf } from '../steps/expressions/name-place.ts'
import type { CommandOf } from './command.ts'
import { findActiveTask } from './tasks.ts'
import { writeVariables } from './variables.ts'

/**
 * Throws a BPMN error or escalation from a task for its worker. An uncaught error is handled like that of an end event;
 * an uncaught escalation is refused, as in Camunda.
 */
export function throwTaskEvent(step: Step, command: CommandOf<'throwTaskEvent'>): void {
  const { taskId, kind, code, message, variables } = command
  const task = findActiveTask(step, taskId)
  const instance = getElementInstance(step, task.elementInstanceId)
  const { id: scopeId, instanceId } = instance
  writeVariables(step, { scopeId, instanceId, elementInstanceId: scopeId }, variables)
  if (kind === 'error') throwOrEnd(step, instance, { kind, code, message })
  else if (!throwOutward(step, instance, { kind, code, message }).isCaught) {
    throw new Refused(
      'engine.not-waiting',
      `Expected an event that catches the escalation “${code}” around ${nameElementOf(step, instance.instanceId, instance.elementId)}, but there is none.`,
    )
  }
}
