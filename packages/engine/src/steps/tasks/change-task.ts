import type { TaskListener, UserTask } from '@millrace/bpmn'
import { getElement } from '../../definition.ts'
import type { TaskOperation } from '../../state/data/task-operation.ts'
import type { ElementInstance, Task } from '../../state/rows.ts'
import { emit, getDefinition, getElementInstance, type Step } from '../../step.ts'
import { runDelegate } from '../expressions/delegate.ts'
import { createTaskObject } from '../expressions/host/task.ts'
import { occasionOf } from '../expressions/occasion.ts'

/** Changes a task; `assignment` listeners run when it gets another assignee, `update` listeners on any other change. */
export function changeTask(step: Step, taskId: string, patch: Partial<Task>, how: HowChanged): void {
  const { operation } = how
  const before = step.state.tasks.get(taskId)
  if (before === undefined) return
  const changed = Object.fromEntries(
    Object.entries(patch).filter(([key, value]) => before[key as keyof Task] !== value),
  ) as Partial<Task>
  if (Object.keys(changed).length === 0) return
  const now = { ...changed, updatedAt: step.at }
  emit(step, { type: 'taskChanged', id: taskId, patch: now, at: step.at, operation, ...pickPlace(how) })
  const element = getUserTask(step, before)
  if (element === null) return
  const after = step.state.tasks.get(taskId) as Task
  const instance = getElementInstance(step, before.elementInstanceId)
  if (operation !== 'Update' || changed.assignee === undefined)
    runTaskListeners(step, element.taskListeners, 'update', { element: instance, task: after })
  if (changed.assignee !== undefined && changed.assignee !== null)
    runTaskListeners(step, element.taskListeners, 'assignment', { element: instance, task: after })
}

/** The details of a change of a task for history: the operation, and the absent user that a substitute acted for. */
export interface HowChanged {
  readonly operation: TaskOperation
  readonly inPlaceOf?: string
}

function pickPlace({ inPlaceOf }: HowChanged): Pick<HowChanged, 'inPlaceOf'> {
  return inPlaceOf === undefined ? {} : { inPlaceOf }
}

export function getUserTask(step: Step, task: Task): UserTask | null {
  const element = getElement(getDefinition(step, task.instanceId), task.taskKey)
  return element.type === 'userTask' ? element : null
}

/** Runs the task listeners of one event, and those of all events. */
export function runTaskListeners(
  step: Step,
  listeners: readonly TaskListener[],
  eventName: string,
  { element, task }: { element: ElementInstance; task: Task },
): void {
  if (step.skips.listeners) return
  for (const listener of listeners) {
    if (listener.event === eventName || listener.event === 'all')
      runTaskListener(step, listener, { element, task, eventName })
  }
}

export function runTaskListener(
  step: Step,
  listener: TaskListener,
  { element, task, eventName }: { element: ElementInstance; task: Task; eventName: string },
): void {
  const place = { scopeId: task.id, instanceId: task.instanceId, elementInstanceId: element.id }
  const occasion = occasionOf(element, { eventName, place })
  const change = (patch: Partial<Task>) => changeTask(step, task.id, patch, { operation: 'Update' })
  const objects = { task: () => createTaskObject(step, occasion, task, change) }
  runDelegate(step, { ...occasion, objects }, listener.run)
}
