import type { ExpressionText } from '@millrace/bpmn'
import { getElement } from '../definition.ts'
import { type PlainVariable, Refused } from '../outcome.ts'
import type { ExternalTask } from '../state/rows.ts'
import { emit, getDefinition, getElementInstance, type Step, schedule } from '../step.ts'
import { throwOrEnd } from '../steps/events/throw-error.ts'
import { assertNotSuspended } from '../steps/events/trigger.ts'
import { evaluate } from '../steps/expressions/evaluate.ts'
import { createExternalTaskObject } from '../steps/expressions/host/external-task.ts'
import { type Occasion, occasionOf } from '../steps/expressions/occasion.ts'
import { orNull } from '../steps/expressions/or-null.ts'
import { closeIncidents } from '../steps/life/close-owned.ts'
import { resume } from '../steps/life/resume.ts'
import { setLocalVariable } from '../steps/variables/variables.ts'
import type { CommandOf } from './command.ts'
import { raise } from './incidents.ts'
import { writeVariables } from './variables.ts'

export function completeExternalTask(
  step: Step,
  { taskId, variables, localVariables }: CommandOf<'completeExternalTask'>,
): void {
  const task = findExternalTask(step, taskId)
  assertNotSuspended(step, task.instanceId)
  takeVariables(step, task, variables, localVariables)
  if (throwMapped(step, task, holds)) return
  closeIncidents(step, task.id, 'resolved')
  emit(step, { type: 'externalTaskEnded', id: task.id, at: step.at, outcome: 'done' })
  schedule(step, task.elementInstanceId, () => {
    step.isMoving = false
    resume(step, getElementInstance(step, task.elementInstanceId))
  })
}

export function failExternalTask(step: Step, command: CommandOf<'failExternalTask'>): void {
  const task = findExternalTask(step, command.taskId)
  assertNotSuspended(step, task.instanceId)
  const { message: errorMessage, details: errorDetails, retries, retryAt } = command
  takeVariables(step, task, command.variables, command.localVariables ?? [])
  if (throwMapped(step, { ...task, errorMessage, errorDetails, retries }, holdsQuietly)) return
  // The worker stays named: who may fetch the task again follows from the time alone.
  const patch = { lockedUntil: retryAt, retries, errorMessage, ...(errorDetails === null ? {} : { errorDetails }) }
  emit(step, { type: 'externalTaskChanged', id: task.id, patch, at: step.at })
  if (retries > 0) closeIncidents(step, task.id, 'resolved')
  else raiseFor(step, task, errorMessage ?? '')
}

/** Sets the retries of an external task. A positive number resolves its incident, zero raises one. */
export function setExternalTaskRetries(step: Step, { taskId, retries }: CommandOf<'setExternalTaskRetries'>): void {
  const task = findExternalTask(step, taskId)
  emit(step, { type: 'externalTaskChanged', id: task.id, patch: { retries }, at: step.at })
  if (retries > 0) closeIncidents(step, task.id, 'resolved')
  else raiseFor(step, task, task.errorMessage ?? '')
}

/** Throws a BPMN error that a worker reports for an external task. */
export function throwExternalTaskError(
  step: Step,
  { taskId, code, message, variables }: CommandOf<'throwExternalTaskError'>,
): void {
  const task = findExternalTask(step, taskId)
  assertNotSuspended(step, task.instanceId)
  takeVariables(step, task, variables, [])
  throwOrEnd(step, getElementInstance(step, task.elementInstanceId), { kind: 'error', code, message })
}

/** Camunda's `errorEventDefinition` of an external task: the first whose expression holds makes it a BPMN error. */
function throwMapped(step: Step, task: ExternalTask, isMatch: typeof holds): boolean {
  const instance = getElementInstance(step, task.elementInstanceId)
  const element = getElement(getDefinition(step, task.instanceId), task.elementId)
  if (!('implementation' in element) || element.implementation.kind !== 'external') return false
  const occasion = occasionOf(instance, { objects: { externalTask: () => createExternalTaskObject(task) } })
  const mapping = element.implementation.errorMappings.find(
    ({ condition }) => condition !== null && isMatch(step, occasion, condition),
  )
  if (mapping === undefined) return false
  throwOrEnd(step, instance, { kind: 'error', code: mapping.errorCode, message: task.errorMessage })
  return true
}

/** Anything but true is no match, as in Camunda (`ExternalTaskEntity.errorEventDefinitionMatches`). */
function holds(step: Step, occasion: Occasion, condition: ExpressionText): boolean {
  const value = evaluate(step, occasion, condition)
  return value === true || value === 'true'
}

/** Evaluates a condition like `holds`, but an expression that fails counts as false. */
function holdsQuietly(step: Step, occasion: Occasion, condition: ExpressionText): boolean {
  return orNull(() => holds(step, occasion, condition)) === true
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
  if (task === undefined || getElementInstance(step, task.elementInstanceId).data?.kind === 'leaving')
    throw new Refused('engine.external-task-gone', `Expected an open external task ${id}, but there is none.`)
  return task
}
