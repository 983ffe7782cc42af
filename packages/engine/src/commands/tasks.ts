import { Refused } from '../outcome.ts'
import type { Task } from '../state/rows.ts'
import { fromPlain } from '../state/value.ts'
import { emit, getElementInstance, getSemantics, type Step, schedule } from '../step.ts'
import { assertNotSuspended } from '../steps/events/trigger.ts'
import { evaluateString } from '../steps/expressions/evaluate.ts'
import { occasionOf } from '../steps/expressions/occasion.ts'
import { complete } from '../steps/life/leave.ts'
import { changeTask, getUserTask, runTaskListeners } from '../steps/tasks/change-task.ts'
import { type Place, setVariable } from '../steps/variables/variables.ts'
import type { CommandOf } from './command.ts'
import { writeVariables } from './variables.ts'

/**
 * Creates a standalone task, which is its own root under its own id: an instance with one open element, which all
 * commands on tasks find like others.
 */
export function createStandaloneTask(step: Step, { definition, taskId: id, fields }: CommandOf<'createTask'>): void {
  const [element] = Object.values(definition.model.elements)
  if (element?.type !== 'userTask') throw new Error(`Expected ${definition.key} to consist of one task.`)
  const { id: elementId } = element
  const { tenantId } = fields
  const place = { instanceId: id, executionId: id }
  emit(step, {
    type: 'instanceStarted',
    instance: {
      id,
      rootId: id,
      definitionId: definition.id,
      businessKey: null,
      title: null,
      callerElementId: null,
      callerInstanceId: null,
      isSuspended: false,
      openChildren: 0,
      startedAt: step.at,
      startUserId: step.userId,
      startElementId: elementId,
      tenantId,
    },
    initialVariables: 0,
  })
  const elementInstanceId = step.newId()
  emit(step, {
    type: 'elementEntered',
    element: {
      ...place,
      id: elementInstanceId,
      parentId: id,
      elementId,
      state: 'active',
      loop: null,
      tokenId: id,
      flowId: null,
      openChildren: 0,
      data: null,
      startedAt: step.at,
    },
  })
  emit(step, {
    type: 'taskCreated',
    task: {
      ...place,
      ...fields,
      id,
      elementInstanceId,
      definitionId: definition.id,
      taskKey: elementId,
      title: null,
      category: null,
      formKey: null,
      isSuspended: false,
      createdAt: step.at,
      updatedAt: null,
      candidateUsers: [],
      candidateGroups: [],
    },
  })
  step.result = { instanceId: id }
}

export function completeTask(step: Step, { taskId, variables }: CommandOf<'completeTask'>): void {
  const task = findActiveTask(step, taskId)
  refuseDelegated(step, task)
  const element = getUserTask(step, task)
  const instance = getElementInstance(step, task.elementInstanceId)
  const place = scopeOf(task)
  writeVariables(step, place, variables)
  const completerVariable = evaluateString(step, occasionOf(instance), element?.completerVariable ?? null)
  if (completerVariable !== null) setVariable(step, place, completerVariable, fromPlain(step.userId))
  schedule(step, instance.id, () => {
    const now = step.state.tasks.get(taskId)
    if (now === undefined) return
    step.isMoving = false
    if (element !== null) runTaskListeners(step, element.taskListeners, 'complete', { element: instance, task: now })
    emit(step, { type: 'taskEnded', task: step.state.tasks.get(taskId) ?? now, at: step.at, reason: 'completed' })
    complete(step, instance)
  })
  step.result = { instanceId: task.instanceId }
}

/** In Flowable, what was delegated has to be resolved first; in Camunda it may be completed. */
function refuseDelegated(step: Step, { id, instanceId, delegation }: Task): void {
  if (delegation !== 'PENDING' || !getSemantics(step, instanceId).delegatedTasksNeedResolving) return
  throw new Refused(
    'engine.task-state',
    `Expected task ${id} to be with whom it belongs to, but it was delegated and is not resolved yet. Resolve it first.`,
  )
}

export function claimTask(step: Step, { taskId, userId }: CommandOf<'claimTask'>): void {
  const { assignee } = findActiveTask(step, taskId)
  if (assignee !== null && assignee !== userId) {
    throw new Refused(
      'engine.task-claimed',
      `Expected task ${taskId} to be unclaimed, but ${assignee} has claimed it. Ask for it to be released.`,
    )
  }
  changeTask(step, taskId, { assignee: userId }, { operation: 'Claim' })
}

export function unclaimTask(step: Step, { taskId }: CommandOf<'unclaimTask'>): void {
  findActiveTask(step, taskId)
  changeTask(step, taskId, { assignee: null }, { operation: 'Unclaim' })
}

export function changeTaskCommand(step: Step, { taskId, patch, ...how }: CommandOf<'changeTask'>): void {
  findActiveTask(step, taskId)
  changeTask(step, taskId, patch, how)
}

/** Adds or removes a candidate of a task. Does nothing when the task already has the candidate, or does not have it. */
export function changeCandidate(step: Step, { taskId, candidate, isAdded }: CommandOf<'changeCandidate'>): void {
  const task = findActiveTask(step, taskId)
  const [key, id] =
    'userId' in candidate
      ? (['candidateUsers', candidate.userId] as const)
      : (['candidateGroups', candidate.groupId] as const)
  if (task[key].includes(id) === isAdded) return
  const ids = isAdded ? [...task[key], id] : task[key].filter((other) => other !== id)
  changeTask(step, taskId, { [key]: ids }, { operation: 'Candidates' })
}

/** Delegates a task. The assignee becomes the owner and gets the task back when it is resolved. */
export function delegateTask(step: Step, { taskId, userId }: CommandOf<'delegateTask'>): void {
  const task = findActiveTask(step, taskId)
  changeTask(
    step,
    taskId,
    { delegation: 'PENDING', owner: task.owner ?? task.assignee, assignee: userId },
    { operation: 'Delegate' },
  )
}

export function resolveTask(step: Step, { taskId, variables, inPlaceOf }: CommandOf<'resolveTask'>): void {
  const task = findActiveTask(step, taskId)
  writeVariables(step, scopeOf(task), variables)
  const how = { operation: 'Resolve', ...(inPlaceOf !== undefined && { inPlaceOf }) } as const
  changeTask(step, taskId, { delegation: 'RESOLVED', assignee: task.owner }, how)
}

function scopeOf({ id: scopeId, instanceId, elementInstanceId }: Task): Place {
  return { scopeId, instanceId, elementInstanceId }
}

export function findActiveTask(step: Step, taskId: string): Task {
  const task = findTask(step, taskId)
  assertNotSuspended(step, task.instanceId)
  return task
}

function findTask(step: Step, taskId: string): Task {
  const task = step.state.tasks.get(taskId)
  if (task === undefined) {
    throw new Refused(
      'engine.task-gone',
      `Expected an open task ${taskId}, but there is none. It may have been completed or cancelled.`,
    )
  }
  return task
}
