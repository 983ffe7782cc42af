import { Refused } from '../outcome.ts'
import { emit, getElementInstance, type Step } from '../step.ts'
import { abandon } from '../steps/leave.ts'
import { throwOutward } from '../steps/throw-error.ts'
import { assertNotSuspended } from '../steps/trigger.ts'
import type { Command } from './command.ts'
import { findTask } from './tasks.ts'
import { writeVariables } from './variables.ts'

/**
 * Throws a BPMN error or escalation out of a task on behalf of whoever works on it. An error that nothing catches ends
 * this path only, as in Camunda; an escalation that nothing catches is refused.
 */
export function throwTaskEvent(step: Step, command: Extract<Command, { type: 'throwTaskEvent' }>): void {
  const { taskId, kind, code, message, variables } = command
  const task = findTask(step, taskId)
  assertNotSuspended(step, task.instanceId)
  const instance = getElementInstance(step, task.elementInstanceId)
  writeVariables(
    step,
    { scopeId: instance.id, instanceId: instance.instanceId, elementInstanceId: instance.id },
    variables,
  )
  if (throwOutward(step, instance, { kind, code, message }).isCaught) return
  if (kind === 'escalation') {
    throw new Refused(
      'engine.not-waiting',
      `Expected an event that catches the escalation “${code}” around ${instance.elementId}, but there is none.`,
    )
  }
  emit(step, { type: 'taskEnded', task, at: step.at, reason: 'deleted' })
  abandon(step, instance)
}
