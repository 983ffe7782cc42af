import type { Call } from '../http/call.ts'
import type { FoundScope, VariableOwner } from '../variables/variable-routes.ts'
import { findTask } from './find-task.ts'

/** The owners of task variables: one for all variables that a task sees, and one for its local variables. */
export const taskVariableOwners: readonly VariableOwner[] = [
  { path: '/task/:id/variables', word: 'task', isLocal: false, find: findTaskScope, missing },
  { path: '/task/:id/localVariables', word: 'task', isLocal: true, find: findTaskScope, missing },
]

function missing(id: string): string {
  return `task ${id} doesn't exist: task is null`
}

async function findTaskScope(call: Call): Promise<FoundScope | null> {
  const task = await findTask(call)
  if (task === null) return null
  const { id, rootId, instanceId, elementId } = task
  return { rootId, instanceId, scopeId: id, elementId, target: { by: 'task', id } }
}
