import type { Command, PlainVariable } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import {
  changeStandaloneTask,
  endStandaloneTask,
  type StandalonePatch,
  setStandaloneVariables,
} from '../../runtime/execute/standalone-tasks.ts'
import { type Done, execute, type Telling } from '../execute.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { failed, invalid, RestRefusal } from '../http/rest-refusal.ts'
import { type PresentedValue, presentTyped } from '../values/present-value.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import { presentVariables, selectVariables } from '../variables/select-variables.ts'
import { type FoundTask, getActiveTask, getTask, missingWords, suspendedWords } from './find-task.ts'

export async function claimTask(call: Call): Promise<undefined> {
  const task = await getActiveTask(call)
  const userId = textOf(bodyOf(call), 'userId')
  if (task.assignee !== null && task.assignee !== userId && userId !== null) {
    throw new RestRefusal(
      400,
      'TaskAlreadyClaimedException',
      `Task '${task.id}' is already claimed by someone else.`,
      0,
    )
  }
  const command =
    userId === null
      ? changeCommand(task, { assignee: null }, 'Claim')
      : ({ type: 'claimTask', taskId: task.id, userId } as const)
  return change(call, task, command, { assignee: userId })
}

export async function unclaimTask(call: Call): Promise<undefined> {
  const task = await getActiveTask(call, 'NotFoundException')
  return change(call, task, { type: 'unclaimTask', taskId: task.id }, { assignee: null })
}

export async function assignTask(call: Call): Promise<undefined> {
  const task = await getActiveTask(call, 'NotFoundException')
  const assignee = textOf(bodyOf(call), 'userId')
  return change(call, task, changeCommand(task, { assignee }, 'Assign'), { assignee })
}

/** The assignee stays the owner and gets the task back when it is resolved. */
export async function delegateTask(call: Call): Promise<undefined> {
  const task = await getActiveTask(call)
  const patch = {
    delegation: 'PENDING',
    owner: task.owner ?? task.assignee,
    assignee: textOf(bodyOf(call), 'userId'),
  } as const
  return change(call, task, changeCommand(task, patch, 'Delegate'), patch)
}

export async function resolveTask(call: Call): Promise<undefined> {
  const task = await getActiveTask(call)
  const variables = readOrRefuse(`Cannot resolve task ${task.id}`, () => readVariables(bodyOf(call).variables))
  await resolve(call, task, variables)
  return undefined
}

async function resolve(call: Call, task: FoundTask, variables: readonly PlainVariable[]): Promise<void> {
  if (task.instanceId === null)
    await setStandaloneVariables(call.runtime, call.actor, task.id, { set: variables, remove: [] })
  await change(
    call,
    task,
    { type: 'resolveTask', taskId: task.id, variables },
    { delegation: 'RESOLVED', assignee: task.owner },
  )
}

/** `POST /task/{id}/complete` and `/submit-form`, which may answer with the variables as they were at the end. */
export async function completeTask(call: Call): Promise<unknown> {
  const doing = `Cannot complete task ${pathOf(call, 'id')}`
  const variables = readOrRefuse(doing, () => readVariables(bodyOf(call).variables))
  const task = await getTaskToComplete(call, doing)
  return complete(call, task, variables, doing)
}

export async function getTaskToComplete(call: Call, doing: string): Promise<FoundTask> {
  const task = await getTask(call).catch((error: unknown) => {
    throw error instanceof RestRefusal ? failed(404, `${doing}: ${missingWords(pathOf(call, 'id'))}`) : error
  })
  if (task.isSuspended) throw failed(400, `${doing}: ${suspendedWords(task.id)}`)
  return task
}

export async function complete(
  call: Call,
  task: FoundTask,
  variables: readonly PlainVariable[],
  doing: string,
  extra: readonly Statement[] = [],
): Promise<unknown> {
  const withVariables = flagOf(bodyOf(call), 'withVariablesInReturn') === true
  const before = withVariables ? await listBefore(call, task) : {}
  if (task.instanceId === null) {
    const isEnded = await endStandaloneTask(call.runtime, call.actor, task.id, 'completed')
    if (!isEnded) throw failed(404, `${doing}: ${missingWords(task.id)}`)
    return withVariables ? before : undefined
  }
  const command = { type: 'completeTask', taskId: task.id, variables } as const
  const done = await execute(call, { by: 'task', id: task.id }, command, tellingOf(task, doing), extra)
  return withVariables ? { ...before, ...listAfter(task, done) } : undefined
}

/** Submitting the form of a task that was delegated resolves it. */
export async function completeOrResolve(
  call: Call,
  task: FoundTask,
  variables: readonly PlainVariable[],
  doing: string,
  extra: readonly Statement[],
): Promise<unknown> {
  if (task.delegation !== 'PENDING') return complete(call, task, variables, doing, extra)
  await resolve(call, task, variables)
  return undefined
}

async function listBefore(call: Call, task: FoundTask): Promise<Record<string, PresentedValue>> {
  const { workplaceId } = call.actor
  const scope = {
    rootId: task.rootId ?? task.id,
    instanceId: task.instanceId ?? task.id,
    scopeId: task.id,
    elementId: task.elementId,
  }
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    selectVariables(tx, workplaceId, scope, { isLocal: task.instanceId === null }),
  )
  return presentVariables(rows, call.query.deserializeValues !== 'false')
}

function listAfter(task: FoundTask, { events }: Done): Record<string, PresentedValue> {
  const variables: Record<string, PresentedValue> = {}
  for (const event of events) {
    if (event.type !== 'variableSet' || event.variable.value === null) continue
    const { scopeId, name, value } = event.variable
    if (scopeId === task.id || scopeId === task.instanceId || scopeId === task.elementId)
      variables[name] = presentTyped(value)
  }
  return variables
}

export async function throwError(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  return throwEvent(
    call,
    { kind: 'error', code: textOf(body, 'errorCode'), message: textOf(body, 'errorMessage') },
    'errorCode',
  )
}

export async function throwEscalation(call: Call): Promise<undefined> {
  return throwEvent(
    call,
    { kind: 'escalation', code: textOf(bodyOf(call), 'escalationCode'), message: null },
    'escalationCode',
  )
}

async function throwEvent(
  call: Call,
  thrown: { kind: 'error' | 'escalation'; code: string | null; message: string | null },
  field: string,
): Promise<undefined> {
  const { code } = thrown
  if (code === null || code === '') throw failed(400, `${field} is null`)
  const variables = readOrRefuse('Cannot throw', () => readVariables(bodyOf(call).variables))
  const task = await getTask(call, 'RestException')
  if (task.instanceId === null)
    throw invalid('Expected a task of a process, but it stands alone: nothing can catch what it throws.')
  const command = { type: 'throwTaskEvent', taskId: task.id, ...thrown, code, variables: variables } as const
  await execute(call, { by: 'task', id: task.id }, command, tellingOf(task))
  return undefined
}

type Patch = StandalonePatch

export function changeCommand(task: FoundTask, patch: Patch, operation: string): Command {
  return { type: 'changeTask', taskId: task.id, patch, operation }
}

/** Does the same to a task of a process, by the engine, and to one that stands alone. */
export async function change(call: Call, task: FoundTask, command: Command, patch: Patch): Promise<undefined> {
  if (task.instanceId === null) await changeStandaloneTask(call.runtime, call.actor, task.id, patch)
  else await execute(call, { by: 'task', id: task.id }, command, tellingOf(task))
  return undefined
}

export function tellingOf(task: FoundTask, doing?: string): Telling {
  const gone = () =>
    doing === undefined
      ? new RestRefusal(404, 'NullValueException', missingWords(task.id), 0)
      : failed(404, `${doing}: ${missingWords(task.id)}`)
  return doing === undefined ? { gone } : { gone, doing }
}
