import { type Body, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import type { RefusalTexts } from '../http/present-refusal.ts'
import { failed, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'

/** The task that the path names. */
export function idOf(call: Call): string {
  return asId(pathOf(call, 'id'))
}

/** Who reports or locks. */
export function readWorker(body: Body): string {
  const workerId = textOf(body, 'workerId')
  if (workerId === null) throw new RestRefusal(400, 'NullValueException', 'workerId is null', 0)
  return workerId
}

/** @param refuse what is said to a worker that does not hold the lock, by who does. */
export function refusalTextsOf(call: Call, refuse: (holder: string | null) => string): RefusalTexts {
  return {
    gone: () => missing(call),
    answers: {
      'external-task.locked': ({ details: [holder] }) => failed(400, refuse(holder?.where || null)),
      'task.suspended': () => failed(400, `ENGINE-03043 ExternalTask with id '${pathOf(call, 'id')}' is suspended.`),
    },
  }
}

/** There is no such task, or no longer. */
export function missing(call: Call, code: number | null = 0): RestRefusal {
  return failed(404, `External task with id ${pathOf(call, 'id')} does not exist`, code)
}
