import type { InstanceState, Task } from '@millrace/engine'
import type { TaskRights } from '../../operations/tasks/policy.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { FailurePlace } from '../../runtime/execute/record-failure.ts'
import type { TaskRow } from './task-queries.ts'

/** A task of a process that is still open. */
export interface OpenTask {
  readonly id: string
  readonly taskKey: string
  readonly rootId: string
  readonly instanceId: string
  readonly elementId: string
  readonly definitionId: string
  readonly formKey: string | null
  readonly delegation: string | null
}

/** Null when the task belongs to no process. */
export function readOpenTask({
  id,
  task_key,
  root_id,
  instance_id,
  element_id,
  definition_id,
  form_key,
  delegation,
}: TaskRow): OpenTask | null {
  if (task_key === null || root_id === null || instance_id === null || element_id === null || definition_id === null)
    return null
  return {
    id,
    taskKey: task_key,
    rootId: root_id,
    instanceId: instance_id,
    elementId: element_id,
    definitionId: definition_id,
    formKey: form_key,
    delegation,
  }
}

export function rightsOf(task: TaskRow): TaskRights {
  const { assignee, owner, candidate_users, candidate_groups, is_suspended } = task
  return {
    assignee,
    owner,
    candidateUsers: candidate_users,
    candidateGroups: candidate_groups,
    isSuspended: is_suspended,
  }
}

/** The task in the state that a command finds, for rights that are checked under the lock. */
export function findLockedTask({ tasks }: InstanceState, id: string): Task | undefined {
  return tasks.get(id)
}

export function placeOf({ rootId, instanceId, elementId, taskKey }: OpenTask): FailurePlace {
  return { rootId, instanceId, elementInstanceId: elementId, elementId: taskKey }
}

export function taskIsOver(): Refusal {
  return refuse(
    'task.over',
    'Expected an open task, but it is over: someone has completed it, or its process went on without it.',
  )
}
