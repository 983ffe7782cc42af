import type { HostObject } from '@millrace/expressions'
import type { Task } from '../../state/rows.ts'
import type { Step } from '../../step.ts'
import type { Occasion } from '../evaluate.ts'
import { changeTask } from '../tasks.ts'
import type { Place } from '../variables.ts'
import { dateOf, gettersOf, textOf } from './getters.ts'
import { plainVariables, variableMethods } from './variable-methods.ts'

/** `task` in task listeners (`DelegateTask`). */
export function createTaskObject(step: Step, occasion: Occasion, task: Task): HostObject {
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
    eventName: () => occasion.eventName ?? null,
    variables: () => plainVariables(step, place),
    candidates: () => [...now().candidateUsers, ...now().candidateGroups],
  }
  const change = (patch: Partial<Task>) => changeTask(step, task.id, patch, 'Update')
  const withCandidates = (key: 'candidateUsers' | 'candidateGroups', ids: unknown[]) =>
    change({ [key]: [...new Set([...now()[key], ...ids.flat().map(String)])] })
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
      setDueDate: (value) => change({ dueAt: value instanceof Date ? value.toISOString() : null }),
      setFollowUpDate: (value) => change({ followUpAt: value instanceof Date ? value.toISOString() : null }),
      addCandidateUser: (value) => withCandidates('candidateUsers', [value]),
      addCandidateUsers: (values) => withCandidates('candidateUsers', [values]),
      addCandidateGroup: (value) => withCandidates('candidateGroups', [value]),
      addCandidateGroups: (values) => withCandidates('candidateGroups', [values]),
      deleteCandidateUser: (value) => change({ candidateUsers: now().candidateUsers.filter((id) => id !== value) }),
      deleteCandidateGroup: (value) => change({ candidateGroups: now().candidateGroups.filter((id) => id !== value) }),
    },
  }
}
