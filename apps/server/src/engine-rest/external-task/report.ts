import { completeWork } from '../../operations/external-tasks/complete-work.ts'
import { failWork } from '../../operations/external-tasks/fail-work.ts'
import { throwWorkError } from '../../operations/external-tasks/throw-work-error.ts'
import { type Body, bodyOf, durationOf, integerOf, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { readVariables, ValueFault } from '../values/read-value.ts'
import { idOf, readWorker, refusalTextsOf } from './read-task.ts'

/** `POST /external-task/{id}/complete`. */
export async function complete(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const input = {
    id: idOf(call),
    workerId: readWorker(body),
    variables: readTyped(body, 'variables'),
    localVariables: readTyped(body, 'localVariables'),
  }
  orThrow(
    await completeWork(call.context, call.request, input),
    refusalTextsOf(
      call,
      (holder) =>
        `External Task ${pathOf(call, 'id')} cannot be completed by worker '${input.workerId}'. It is locked by worker '${holder}'.`,
    ),
  )
  return undefined
}

/** `POST /external-task/{id}/failure`. */
export async function fail(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const retries = integerOf(body, 'retries') ?? 0
  if (retries < 0) throw new RestRefusal(400, 'ProcessEngineException', 'retries is not greater than or equal to 0', 0)
  const retryMs = durationOf(body, 'retryTimeout') ?? 0
  if (retryMs < 0)
    throw new RestRefusal(400, 'ProcessEngineException', 'retryDuration is not greater than or equal to 0', 0)
  const input = {
    id: idOf(call),
    workerId,
    message: textOf(body, 'errorMessage'),
    details: textOf(body, 'errorDetails'),
    retries,
    retryMs,
    variables: readTyped(body, 'variables'),
    localVariables: readTyped(body, 'localVariables'),
  }
  orThrow(
    await failWork(call.context, call.request, input),
    refusalTextsOf(
      call,
      (holder) =>
        `Failure of External Task ${pathOf(call, 'id')} cannot be reported by worker '${workerId}'. It is locked by worker '${holder}'.`,
    ),
  )
  return undefined
}

/** `POST /external-task/{id}/bpmnError`. */
export async function throwError(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const code = textOf(body, 'errorCode')
  if (code === null || code === '') throw new RestRefusal(400, 'NullValueException', 'errorCode is null', 0)
  const variables = readTyped(body, 'variables')
  const input = { id: idOf(call), workerId, code, message: textOf(body, 'errorMessage'), variables }
  orThrow(
    await throwWorkError(call.context, call.request, input),
    refusalTextsOf(
      call,
      (holder) =>
        `Bpmn error of External Task ${pathOf(call, 'id')} cannot be reported by worker '${workerId}'. It is locked by worker '${holder}'.`,
    ),
  )
  return undefined
}

function readTyped(body: Body, field: string) {
  try {
    return readVariables(body[field])
  } catch (error) {
    throw error instanceof ValueFault ? invalid(error.message) : error
  }
}
