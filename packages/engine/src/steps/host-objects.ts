import type { HostObject } from '@millrace/expressions'
import type { Task } from '../state/rows.ts'
import { fromPlain, toPlain } from '../state/value.ts'
import { getDefinition, getInstance, type Step } from '../step.ts'
import type { Occasion } from './evaluate.ts'
import { changeTask } from './tasks.ts'
import {
  findLocalVariable,
  findVariable,
  listVisible,
  type Place,
  readVariable,
  removeLocalVariable,
  removeVariable,
  setLocalVariable,
  setVariable,
  valueOf,
} from './variables.ts'

/**
 * `execution` as models of Camunda and Flowable use it (`DelegateExecution`). Every getter is a property and a method:
 * `execution.processInstanceId` and `execution.getProcessInstanceId()`.
 */
export function createExecutionObject(step: Step, occasion: Occasion): HostObject {
  const { place } = occasion
  const instance = () => getInstance(step, place.instanceId)
  const definition = () => getDefinition(step, place.instanceId)
  const properties: Record<string, () => unknown> = {
    id: () => occasion.element?.executionId ?? place.instanceId,
    processInstanceId: () => place.instanceId,
    rootProcessInstanceId: () => instance().rootId,
    processDefinitionId: () => instance().definitionId,
    processDefinitionKey: () => definition().key,
    processBusinessKey: () => instance().businessKey,
    processInstanceBusinessKey: () => instance().businessKey,
    businessKey: () => instance().businessKey,
    tenantId: () => instance().tenantId,
    currentActivityId: () => occasion.elementId,
    activityId: () => occasion.elementId,
    currentActivityName: () => definition().model.elements[occasion.elementId]?.name ?? null,
    activityInstanceId: () => occasion.element?.id ?? place.instanceId,
    currentTransitionId: () => occasion.element?.flowId ?? null,
    parentId: () => occasion.element?.parentId ?? null,
    parentActivityInstanceId: () => occasion.element?.parentId ?? null,
    eventName: () => occasion.eventName ?? null,
    variables: () => plainVariables(step, place),
    variablesLocal: () => plainLocalVariables(step, place),
    variableNames: () => [...listVisible(step, place.scopeId).keys()],
  }
  return {
    properties,
    methods: { ...gettersOf(properties), ...variableMethods(step, place) },
  }
}

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

function variableMethods(step: Step, place: Place): Record<string, (...args: unknown[]) => unknown> {
  const local = (name: unknown) => findLocalVariable(step, place.scopeId, String(name))
  return {
    getVariable: (name) => readVariable(step, place.scopeId, String(name)) ?? null,
    getVariableLocal: (name) => {
      const variable = local(name)
      return variable === undefined ? null : toPlain(valueOf(variable))
    },
    hasVariable: (name) => findVariable(step, place.scopeId, String(name)) !== undefined,
    hasVariableLocal: (name) => local(name) !== undefined,
    setVariable: (name, value) => setVariable(step, place, String(name), fromPlain(value)),
    setVariableLocal: (name, value) => setLocalVariable(step, place, place.scopeId, String(name), fromPlain(value)),
    setVariables: (values) => {
      for (const [name, value] of Object.entries(values as object)) setVariable(step, place, name, fromPlain(value))
    },
    removeVariable: (name) => removeVariable(step, place, String(name)),
    removeVariableLocal: (name) => removeLocalVariable(step, place, place.scopeId, String(name)),
  }
}

function gettersOf(properties: Record<string, () => unknown>): Record<string, () => unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, read]) => [`get${name[0]?.toUpperCase()}${name.slice(1)}`, read]),
  )
}

function plainVariables(step: Step, place: Place): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  for (const [name, variable] of listVisible(step, place.scopeId)) values[name] = toPlain(valueOf(variable))
  return values
}

function plainLocalVariables(step: Step, place: Place): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null)
  for (const variable of step.state.variables.ownedBy(place.scopeId)) values[variable.name] = toPlain(valueOf(variable))
  return values
}

function dateOf(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso)
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
