import type { UserTask } from '@millrace/bpmn'
import type { Definition, InstanceState, TypedValue } from '@millrace/engine'
import { holdsFiles, listFields, namedBy } from '@millrace/forms'
import type { Request } from '../../platform/auth/request.ts'
import { membershipsOf } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { findLoadedForm } from '../../runtime/forms/load-form.ts'
import { namesOfForm } from '../../runtime/forms/open-form.ts'
import type { VisibleVariables } from '../../runtime/forms/variables.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { readFormInThread } from '../../runtime/threads/fill-form.ts'
import { type GivenValues, isWrittenAsGiven, toSubmission } from '../given-values.ts'
import { withoutRestricted } from './load-task-form.ts'
import { fieldsOf, type TaskValues } from './read-task-values.ts'
import type { OpenTask } from './task.ts'

/**
 * Returns a task from rows in memory, which may be out of date: use it only for writes that check that the rows are
 * current, never for an answer. Null when more than these rows is needed.
 */
export function findKnownTask(
  runtime: Runtime,
  { workplaceId }: Request,
  { tasks, rootId, isComplete }: InstanceState,
  id: string,
): OpenTask | null {
  const task = tasks.get(id)
  const definition = task === undefined ? null : findDefinition(runtime, workplaceId, task.definitionId)
  if (task === undefined || definition === null || !isComplete) return null
  const { taskKey, instanceId, elementInstanceId, definitionId, formKey, delegation } = task
  const { assignee, owner, candidateUsers, candidateGroups, isSuspended } = task
  return {
    ...{ id, taskKey, rootId, instanceId, elementId: elementInstanceId, definitionId, formKey, delegation },
    ...{ assignee, owner, candidateUsers, candidateGroups, isSuspended, processKey: definition.key },
  }
}

/**
 * Reads the values for a completion from rows in memory, as `readTaskValues` does. Null when more rows are needed, or
 * the values are refused.
 */
export async function readKnownValues(
  runtime: Runtime,
  state: InstanceState,
  { request, task, given }: { request: Request; task: OpenTask; given: GivenValues },
): Promise<TaskValues | null> {
  const { user } = request
  const { workplaceId, username } = user
  if (isWrittenAsGiven(user, given, 'tasks.work', task.processKey))
    return { variables: given.variables, extra: fieldsOf(runtime, request, task, given), claims: [] }
  const model = findDefinition(runtime, workplaceId, task.definitionId)?.model
  const element = model?.elements[task.taskKey] as UserTask | undefined
  const form = findLoadedForm({ form: element?.form ?? null, formKey: task.formKey })
  // Files and people are rows of their own.
  if (form === null || listFields(form.document.data).some(({ type }) => holdsFiles(type) || namedBy(type) !== null))
    return null
  const timeZone = given.kind === 'form' ? given.submission.timeZone : runtime.zone
  const names = namesOfForm(form)
  const visible = listVisible(state, task, names)
  const variables = names === null ? withoutRestricted(visible, user, task.processKey ?? '') : visible
  const occasion = {
    variables,
    files: new Map(),
    timeZone,
    dayZone: runtime.zone,
    now: runtime.clock(),
    userId: username,
    memberships: membershipsOf(user),
  }
  const submission = toSubmission(given, form, timeZone)
  const result = await readFormInThread(runtime, workplaceId, form, {
    submission,
    uploads: new Map(),
    named: new Map(),
    occasion,
  })
  return result instanceof Refusal ? null : { variables: result.variables, extra: [], claims: [] }
}

function findDefinition({ definitions }: Runtime, workplaceId: string, id: string): Definition | null {
  return definitions.processes.get(`${workplaceId} ${id}`) ?? null
}

/** Lists the variables that a task sees, as `readTaskVariables` does: of several with one name, the innermost. */
function listVisible(state: InstanceState, task: OpenTask, names: readonly string[] | null): VisibleVariables {
  const seen = new Map<string, TypedValue>()
  const wanted = names === null ? null : new Set(names)
  for (let scope: string | undefined = task.id; scope !== undefined; scope = scopeAround(state, task, scope)) {
    for (const { name, value } of state.variables.ownedBy(scope))
      if (value !== null && !seen.has(name) && wanted?.has(name) !== false) seen.set(name, value)
  }
  return seen
}

function scopeAround({ elements }: InstanceState, task: OpenTask, scope: string): string | undefined {
  return scope === task.id ? task.elementId : elements.get(scope)?.parentId
}
