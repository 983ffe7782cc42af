import { extendTaskLock } from '../../operations/external-tasks/extend-task-lock.ts'
import { lockTask } from '../../operations/external-tasks/lock-task.ts'
import { unlockTask } from '../../operations/external-tasks/unlock-task.ts'
import { bodyOf, durationOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { failed } from '../http/rest-refusal.ts'
import { idOf, missing, readWorker, refusalTextsOf } from './read-task.ts'

/** `POST /external-task/{id}/lock`. */
export async function lock(call: Call): Promise<undefined> {
  const workerId = readWorker(bodyOf(call))
  const until = readUntil(call, 'lockDuration', 'lockDuration')
  const outcome = await lockTask(call.context, call.request, { id: idOf(call), workerId, until })
  orThrow(
    outcome,
    refusalTextsOf(
      call,
      (holder) =>
        `External Task ${pathOf(call, 'id')} cannot be locked by worker '${workerId}'. It is locked by worker '${holder}'.`,
    ),
  )
  return undefined
}

/** `POST /external-task/{id}/extendLock`. */
export async function extend(call: Call): Promise<undefined> {
  const workerId = readWorker(bodyOf(call))
  const until = readUntil(call, 'newDuration', 'lockTime')
  const outcome = await extendTaskLock(call.context, call.request, { id: idOf(call), workerId, until })
  orThrow(
    outcome,
    refusalTextsOf(
      call,
      (holder) =>
        `The lock of the External Task ${pathOf(call, 'id')} cannot be extended by worker '${workerId}'. It is locked by worker '${holder}'.`,
    ),
  )
  return undefined
}

/** `POST /external-task/{id}/unlock`. */
export async function unlock(call: Call): Promise<undefined> {
  orThrow(await unlockTask(call.context, call.request, idOf(call)), { gone: () => missing(call) })
  return undefined
}

function readUntil(call: Call, field: string, word: string): Date {
  const duration = durationOf(bodyOf(call), field) ?? 0
  if (duration <= 0) throw failed(400, `${word} is not greater than 0`)
  return new Date(call.runtime.clock().getTime() + duration)
}
