import { type Body, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
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

/** There is no such task, or no longer. */
export function missing(call: Call, code: number | null = 0): RestRefusal {
  return failed(404, `External task with id ${pathOf(call, 'id')} does not exist`, code)
}
