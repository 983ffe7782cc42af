import { type CommandResult, Refused } from '../outcome.ts'
import type { Task } from '../state/rows.ts'
import { fromPlain } from '../state/value.ts'
import { emit, getDefinition, getElementInstance, type Step, schedule } from '../step.ts'
import { evaluateString, occasionOf } from '../steps/evaluate.ts'
import { complete } from '../steps/leave.ts'
import { runTaskListeners } from '../steps/listeners.ts'
import { changeTask, getUserTask } from '../steps/tasks.ts'
import { assertNotSuspended } from '../steps/trigger.ts'
import { setVariable } from '../steps/variables.ts'
import type { Command } from './command.ts'
import { writeVariables } from './variables.ts'

type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>

export function completeTask(step: Step, { taskId, variables }: CommandOf<'completeTask'>): CommandResult {
  const task = findTask(step, taskId)
  assertNotSuspended(step, task.instanceId)
  const element = getUserTask(step, task)
  const instance = getElementInstance(step, task.elementInstanceId)
  const place = { scopeId: task.id, instanceId: task.instanceId, elementInstanceId: instance.id }
  writeVariables(step, place, variables)
  const completerVariable = evaluateString(step, occasionOf(instance), element?.completerVariable ?? null)
  if (completerVariable !== null) setVariable(step, place, completerVariable, fromPlain(step.userId))
  schedule(step, instance.id, () => {
    const now = step.state.tasks.get(taskId)
    if (now === undefined) return
    if (element !== null) runTaskListeners(step, element.taskListeners, 'complete', instance, now)
    emit(step, { type: 'taskEnded', task: step.state.tasks.get(taskId) ?? now, at: step.at, reason: 'completed' })
    complete(step, instance)
  })
  return { instanceId: task.instanceId }
}

export function claimTask(step: Step, { taskId, userId }: CommandOf<'claimTask'>): void {
  const task = findTask(step, taskId)
  if (task.assignee !== null && task.assignee !== userId) {
    throw new Refused(
      'engine.task-claimed',
      `Expected task ${taskId} to be unclaimed, but ${task.assignee} has claimed it. Ask for it to be released.`,
    )
  }
  changeTask(step, taskId, { assignee: userId }, 'Claim')
}

export function unclaimTask(step: Step, { taskId }: CommandOf<'unclaimTask'>): void {
  findTask(step, taskId)
  changeTask(step, taskId, { assignee: null }, 'Unclaim')
}

export function changeTaskCommand(step: Step, { taskId, patch, operation }: CommandOf<'changeTask'>): void {
  findTask(step, taskId)
  changeTask(step, taskId, patch, operation)
}

/** The assignee stays the owner and gets the task back when it is resolved. */
export function delegateTask(step: Step, { taskId, userId }: CommandOf<'delegateTask'>): void {
  const task = findTask(step, taskId)
  changeTask(step, taskId, { delegation: 'PENDING', owner: task.owner ?? task.assignee, assignee: userId }, 'Delegate')
}

export function resolveTask(step: Step, { taskId, variables }: CommandOf<'resolveTask'>): void {
  const task = findTask(step, taskId)
  writeVariables(
    step,
    { scopeId: task.id, instanceId: task.instanceId, elementInstanceId: task.elementInstanceId },
    variables,
  )
  changeTask(step, taskId, { delegation: 'RESOLVED', assignee: task.owner }, 'Resolve')
}

function findTask(step: Step, taskId: string): Task {
  const task = step.state.tasks.get(taskId)
  if (task === undefined) {
    throw new Refused(
      'engine.task-gone',
      `Expected an open task ${taskId}, but there is none. Somebody may have completed it, or its process went on without it.`,
    )
  }
  getDefinition(step, task.instanceId)
  return task
}
