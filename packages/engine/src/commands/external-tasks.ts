import { type PlainVariable, Refused } from '../outcome.ts'
import type { ExternalTask } from '../state/rows.ts'
import { emit, getElementInstance, type Step, schedule } from '../step.ts'
import { closeIncidents } from '../steps/cancel.ts'
import { abandon, complete } from '../steps/leave.ts'
import { throwOutward } from '../steps/throw-error.ts'
import { assertNotSuspended } from '../steps/trigger.ts'
import { setLocalVariable } from '../steps/variables.ts'
import type { Command } from './command.ts'
import { raise } from './incidents.ts'
import { writeVariables } from './variables.ts'

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>

export function completeExternalTask(
  step: Step,
  { taskId, variables, localVariables }: CommandOf<'completeExternalTask'>,
): void {
  const task = findExternalTask(step, taskId)
  assertNotSuspended(step, task.instanceId)
  takeVariables(step, task, variables, localVariables)
  emit(step, { type: 'externalTaskEnded', id: task.id, at: step.at, outcome: 'done' })
  schedule(step, task.elementInstanceId, () => complete(step, getElementInstance(step, task.elementInstanceId)))
}

export function failExternalTask(step: Step, command: CommandOf<'failExternalTask'>): void {
  const task = findExternalTask(step, command.taskId)
  const { message, details, retries, retryAt } = command
  takeVariables(step, task, command.variables, [])
  const patch = {
    workerId: null,
    lockedUntil: retries > 0 ? retryAt : null,
    retries,
    errorMessage: message,
    errorDetails: details,
  }
  emit(step, { type: 'externalTaskChanged', id: task.id, patch, at: step.at })
  if (retries > 0) closeIncidents(step, task.id, 'resolved')
  else raiseFor(step, task, message ?? '')
}

/** Gives an external task new retries. With at least one, its incident is over; with none it gets one. */
export function setExternalTaskRetries(step: Step, { taskId, retries }: CommandOf<'setExternalTaskRetries'>): void {
  const task = findExternalTask(step, taskId)
  emit(step, { type: 'externalTaskChanged', id: task.id, patch: { retries }, at: step.at })
  if (retries > 0) closeIncidents(step, task.id, 'resolved')
  else raiseFor(step, task, task.errorMessage ?? '')
}

/** An error that nothing catches ends this path only, as in Camunda. */
export function throwExternalTaskError(
  step: Step,
  { taskId, code, message, variables }: CommandOf<'throwExternalTaskError'>,
): void {
  const task = findExternalTask(step, taskId)
  assertNotSuspended(step, task.instanceId)
  takeVariables(step, task, variables, [])
  const instance = getElementInstance(step, task.elementInstanceId)
  if (throwOutward(step, instance, { kind: 'error', code, message }).isCaught) return
  emit(step, { type: 'externalTaskEnded', id: task.id, at: step.at, outcome: 'done' })
  abandon(step, instance)
}

function raiseFor(step: Step, { id, instanceId, elementInstanceId, elementId }: ExternalTask, message: string): void {
  if (step.state.incidents.ownedBy(id).length > 0) return
  raise(step, {
    instanceId,
    elementInstanceId,
    elementId,
    type: 'failedExternalTask',
    sourceId: id,
    message,
    detail: null,
  })
}

function takeVariables(
  step: Step,
  task: ExternalTask,
  variables: readonly PlainVariable[],
  localVariables: readonly PlainVariable[],
): void {
  const place = {
    scopeId: task.elementInstanceId,
    instanceId: task.instanceId,
    elementInstanceId: task.elementInstanceId,
  }
  for (const { name, value } of localVariables) setLocalVariable(step, place, task.elementInstanceId, name, value)
  writeVariables(step, place, variables)
}

function findExternalTask(step: Step, id: string): ExternalTask {
  const task = step.state.externalTasks.get(id)
  if (task === undefined)
    throw new Refused('engine.external-task-gone', `Expected an open external task ${id}, but there is none.`)
  return task
}
