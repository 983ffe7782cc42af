import { type Body, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import type { RefusalTexts } from '../http/present-refusal.ts'
import { failed, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'

/** Returns the id of the external task in the path. */
export function idOf(call: Call): string {
  return asId(pathOf(call, 'id'))
}

/** Returns the id of the worker that locks or reports. @throws RestRefusal when it is missing. */
export function readWorker(body: Body): string {
  const workerId = textOf(body, 'workerId')
  if (workerId === null) throw new RestRefusal(400, 'NullValueException', 'workerId is null', 0)
  return workerId
}

/**
 * Returns the refusals of calls on an external task.
 *
 * @param refuse returns the message for a worker that does not hold the lock, given the holder.
 */
export function refusalTextsOf(call: Call, refuse: (holder: string | null) => string): RefusalTexts {
  return {
    gone: () => missing(call),
    answers: {
      'external-task.locked': ({ details: [holder] }) => failed(400, refuse(holder?.where || null)),
      'task.suspended': () => failed(400, `ENGINE-03043 ExternalTask with id '${pathOf(call, 'id')}' is suspended.`),
    },
  }
}

/** Returns the refusal for an external task that does not exist, or no longer exists. */
export function missing(call: Call, code: number | null = 0): RestRefusal {
  return failed(404, `External task with id ${pathOf(call, 'id')} does not exist`, code)
}
