import {
  extendLock,
  type LockAnswer,
  lockExternalTask,
  unlockExternalTask,
} from '../../runtime/execute/lock-external-tasks.ts'
import { bodyOf, integerOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { failed } from '../http/rest-refusal.ts'
import { idOf, missing, readWorker } from './read-task.ts'

/** `POST /external-task/{id}/lock`. */
export async function lock(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const until = readUntil(call, 'lockDuration', 'lockDuration')
  const answer = await lockExternalTask(call.runtime, call.actor, idOf(call), { workerId, until })
  return accept(
    answer,
    call,
    (holder) =>
      `External Task ${pathOf(call, 'id')} cannot be locked by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

/** `POST /external-task/{id}/extendLock`. */
export async function extend(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const workerId = readWorker(body)
  const until = readUntil(call, 'newDuration', 'lockTime')
  const answer = await extendLock(call.runtime, call.actor, idOf(call), { workerId, until })
  return accept(
    answer,
    call,
    (holder) =>
      `The lock of the External Task ${pathOf(call, 'id')} cannot be extended by worker '${workerId}'. It is locked by worker '${holder}'.`,
  )
}

/** `POST /external-task/{id}/unlock`. */
export async function unlock(call: Call): Promise<undefined> {
  return accept(await unlockExternalTask(call.runtime, call.actor, idOf(call)), call, () => '')
}

/** Tells how a change of a task ended that no step of its process is part of. */
export function accept(answer: LockAnswer, call: Call, refuse: (holder: string | null) => string): undefined {
  if (answer.ok) return undefined
  throw answer.reason === 'gone' ? missing(call) : failed(400, refuse(answer.workerId))
}

function readUntil(call: Call, field: string, word: string): Date {
  const duration = integerOf(bodyOf(call), field) ?? 0
  if (duration <= 0) throw failed(400, `${word} is not greater than 0`)
  return new Date(call.runtime.clock().getTime() + duration)
}
