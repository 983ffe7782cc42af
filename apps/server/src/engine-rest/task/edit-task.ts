import type { StandaloneTaskFields } from '@millrace/engine'
import { getStandaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import { executeStart } from '../../runtime/execute/execute-command.ts'
import { execute, told } from '../execute.ts'
import { type Body, bodyOf, dateOf, integerOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId, isId } from '../query/filters.ts'
import { findTask, getTask, isStandalone } from './find-task.ts'
import { tellingOf } from './task-actions.ts'

/** `POST /task/create`: a task that belongs to no process. */
export async function createTask(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const id = textOf(body, 'id') ?? call.runtime.newId()
  if (!isId(id))
    throw invalid(`Expected the id of a new task to be a UUID, but it is “${id}”. Leave it out, and one is made.`)
  if ((await findTask(call, id)) !== null) throw invalid(`Expected a new id, but a task ${id} is there already.`)
  const [taskId, fields] = [asId(id), readTask(body)]
  const command = { type: 'createTask', definition: await getStandaloneTasks(), taskId, fields } as const
  told(await executeStart(call.runtime, call.actor, { command }), { gone: () => notFound(`No task ${id}`) })
  return undefined
}

/** `PUT /task/{id}`: all fields at once; what is left out becomes empty. */
export async function updateTask(call: Call): Promise<undefined> {
  const task = await findTask(call)
  if (task === null) throw notFound(`No matching task with id ${call.path.id}`)
  const written = readTask(bodyOf(call))
  const { parentTaskId: _parent, tenantId: _tenant, ...ofProcess } = written
  const patch = isStandalone(task) ? written : ofProcess
  const command = { type: 'changeTask', taskId: task.id, patch, operation: 'Update' } as const
  await execute(call, { by: 'task', id: task.id }, command, tellingOf(task))
  return undefined
}

/** `DELETE /task/{id}`: only of tasks that stand alone; one that is not there is as good as deleted. */
export async function deleteTask(call: Call): Promise<undefined> {
  const task = await getTask(call).catch((error: unknown) => {
    if (error instanceof RestRefusal) return null
    throw error
  })
  if (task === null) return undefined
  if (!isStandalone(task))
    throw new RestRefusal(
      400,
      'ProcessEngineException',
      'The task cannot be deleted because is part of a running process',
      0,
    )
  const command = { type: 'deleteInstance', instanceId: task.id, reason: 'deleted' } as const
  await execute(call, { by: 'root', id: task.id }, command, tellingOf(task))
  return undefined
}

function readTask(body: Body): StandaloneTaskFields {
  const delegation = textOf(body, 'delegationState')
  if (delegation !== null && delegation !== 'PENDING' && delegation !== 'RESOLVED') {
    throw invalid(`Valid values for property 'delegationState' are 'PENDING' or 'RESOLVED', but was '${delegation}'`)
  }
  return {
    name: textOf(body, 'name'),
    description: textOf(body, 'description'),
    assignee: textOf(body, 'assignee'),
    owner: textOf(body, 'owner'),
    delegation,
    priority: integerOf(body, 'priority') ?? 0,
    dueAt: dateOf(body, 'due')?.toISOString() ?? null,
    followUpAt: dateOf(body, 'followUp')?.toISOString() ?? null,
    tenantId: textOf(body, 'tenantId'),
    parentTaskId: idOrNull(textOf(body, 'parentTaskId')),
  }
}

function idOrNull(text: string | null): string | null {
  return text === null ? null : asId(text)
}
