import type { HostObject } from '@millrace/expressions'
import { readDate } from '@millrace/time'
import type { Task } from '../../../state/rows.ts'
import { fail, type Step } from '../../../step.ts'
import type { Place } from '../../variables/variables.ts'
import type { Occasion } from '../occasion.ts'
import { describe } from '../seen.ts'
import { createElementObject } from './element.ts'
import { createExecutionObject } from './execution.ts'
import { dateOf, gettersOf, textOf } from './getters.ts'
import { plainVariables, variableMethods } from './variable-methods.ts'

/**
 * Creates the object `task` for task listeners (`DelegateTask`).
 *
 * @param change changes the task, which may run listeners again.
 */
export function createTaskObject(
  step: Step,
  occasion: Occasion,
  task: Task,
  change: (patch: Partial<Task>) => void,
): HostObject {
  const place: Place = { ...occasion.place, scopeId: task.id }
  const now = () => step.state.tasks.get(task.id) ?? task
  const properties: Record<string, () => unknown> = {
    id: () => task.id,
    name: () => now().name,
    description: () => now().description,
    assignee: () => now().assignee,
    owner: () => now().owner,
    priority: () => now().priority,
    dueDate: () => dateOf(now().dueAt),
    followUpDate: () => dateOf(now().followUpAt),
    createTime: () => dateOf(now().createdAt),
    taskDefinitionKey: () => task.taskKey,
    executionId: () => task.executionId,
    processInstanceId: () => task.instanceId,
    processDefinitionId: () => task.definitionId,
    tenantId: () => task.tenantId,
    category: () => now().category,
    formKey: () => now().formKey,
    delegationState: () => now().delegation,
    lastUpdated: () => dateOf(now().updatedAt),
    execution: () =>
      createExecutionObject(step, { ...occasion, place: { ...occasion.place, scopeId: task.elementInstanceId } }),
    bpmnModelElementInstance: () => createElementObject(step, occasion),
    eventName: () => occasion.eventName ?? null,
    variables: () => plainVariables(step, place),
    candidates: () => [...now().candidateUsers, ...now().candidateGroups],
  }
  const withCandidates = (key: 'candidateUsers' | 'candidateGroups', ids: unknown[]) =>
    change({ [key]: [...new Set([...now()[key], ...ids.flat().map(String)])] })
  const link = (key: 'candidateUsers' | 'candidateGroups', id: string | null, type: unknown) =>
    type === 'assignee' || type === 'owner' ? change({ [type]: id }) : withCandidates(key, [id])
  return {
    properties,
    methods: {
      ...gettersOf(properties),
      ...variableMethods(step, place),
      setName: (value) => change({ name: textOf(value) }),
      setDescription: (value) => change({ description: textOf(value) }),
      setAssignee: (value) => change({ assignee: textOf(value) }),
      setOwner: (value) => change({ owner: textOf(value) }),
      setPriority: (value) => change({ priority: Number(value) }),
      setDueDate: (value) => change({ dueAt: readTime(step, task, value) }),
      setFollowUpDate: (value) => change({ followUpAt: readTime(step, task, value) }),
      setCategory: (value) => change({ category: textOf(value) }),
      setFormKey: (value) => change({ formKey: textOf(value) }),
      addUserIdentityLink: (id, type) => link('candidateUsers', textOf(id), type),
      addGroupIdentityLink: (id, type) => link('candidateGroups', textOf(id), type),
      addCandidateUser: (value) => withCandidates('candidateUsers', [value]),
      addCandidateUsers: (values) => withCandidates('candidateUsers', [values]),
      addCandidateGroup: (value) => withCandidates('candidateGroups', [value]),
      addCandidateGroups: (values) => withCandidates('candidateGroups', [values]),
      deleteCandidateUser: (value) => change({ candidateUsers: now().candidateUsers.filter((id) => id !== value) }),
      deleteCandidateGroup: (value) => change({ candidateGroups: now().candidateGroups.filter((id) => id !== value) }),
    },
  }
}

/** Returns a date, or a text in ISO 8601. */
function readTime(step: Step, { taskKey, instanceId }: Task, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  const date = readDate(value, step.now, step.zone)
  if (date !== null) return date.toISOString()
  return fail('engine.value-invalid', `Expected a date for task ${taskKey}, but it is given ${describe(value)}.`, {
    elementId: taskKey,
    instanceId,
  })
}
