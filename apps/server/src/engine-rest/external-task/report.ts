import type { Command, InstanceState } from '@millrace/engine'
import { execute } from '../execute.ts'
import { type Body, bodyOf, integerOf, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { failed, invalid, RestRefusal } from '../http/rest-refusal.ts'
import { readVariables, ValueFault } from '../values/read-value.ts'
import { idOf, missing, readWorker } from './read-task.ts'

/** `POST /external-task/{id}/complete`. */
export async function complete(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const command = {
    type: 'completeExternalTask',
    taskId: idOf(call),
    variables: readTyped(body, 'variables'),
    localVariables: readTyped(body, 'localVariables'),
  } as const
  return report(
    call,
    workerId,
    command,
    (holder) =>
      `External Task ${pathOf(call, 'id')} cannot be completed by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

/** `POST /external-task/{id}/failure`. */
export async function fail(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const retries = integerOf(body, 'retries') ?? 0
  if (retries < 0) throw new RestRefusal(400, 'ProcessEngineException', 'retries is not greater than or equal to 0', 0)
  const retryMs = integerOf(body, 'retryTimeout') ?? 0
  if (retryMs < 0)
    throw new RestRefusal(400, 'ProcessEngineException', 'retryDuration is not greater than or equal to 0', 0)
  const command = {
    type: 'failExternalTask',
    taskId: idOf(call),
    message: textOf(body, 'errorMessage'),
    details: textOf(body, 'errorDetails'),
    retries,
    retryAt: new Date(call.runtime.clock().getTime() + retryMs).toISOString(),
    variables: readTyped(body, 'variables'),
    localVariables: readTyped(body, 'localVariables'),
  } as const
  return report(
    call,
    workerId,
    command,
    (holder) =>
      `Failure of External Task ${pathOf(call, 'id')} cannot be reported by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

/** `POST /external-task/{id}/bpmnError`. */
export async function throwError(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const code = textOf(body, 'errorCode')
  if (code === null || code === '') throw new RestRefusal(400, 'NullValueException', 'errorCode is null', 0)
  const command = {
    type: 'throwExternalTaskError',
    taskId: idOf(call),
    code,
    message: textOf(body, 'errorMessage'),
    variables: readTyped(body, 'variables'),
  } as const
  return report(
    call,
    workerId,
    command,
    (holder) =>
      `Bpmn error of External Task ${pathOf(call, 'id')} cannot be reported by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

/** Only the worker that holds the lock may report, even when its time is over, and not while the instance is suspended. */
async function report(
  call: Call,
  workerId: string,
  command: Command,
  refuse: (holder: string | null) => string,
): Promise<undefined> {
  const check = ({ externalTasks }: InstanceState) => {
    const task = externalTasks.get(idOf(call))
    if (task === undefined) return
    if (task.workerId !== workerId) throw failed(400, refuse(task.workerId))
    if (task.isSuspended) throw failed(400, `ENGINE-03043 ExternalTask with id '${task.id}' is suspended.`)
  }
  await execute(call, { by: 'externalTask', id: idOf(call) }, command, { gone: () => missing(call) }, [], check)
  return undefined
}

function readTyped(body: Body, field: string) {
  try {
    return readVariables(body[field])
  } catch (error) {
    throw error instanceof ValueFault ? invalid(error.message) : error
  }
}
