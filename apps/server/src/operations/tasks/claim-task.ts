import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommitExtras, carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'
import { type Held, inPlaceOf, taken, taskIsOver } from './policy.ts'
import { checkLocked, failurePlaceOf, findTaskFor, heldOn } from './task.ts'

export interface Claim {
  readonly id: string
  /** The assignee; null: unassigned. */
  readonly username: string | null
}

/**
 * Claims an unassigned task for the user, or for an absent user whose substitute they are. Of two concurrent claims
 * exactly one succeeds. Returns null on success, otherwise a refusal.
 */
export async function claimTask(
  context: OperationContext,
  request: Request,
  { id, username }: Claim,
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const { user } = request
  if (username === null)
    return changeOneTask(
      context,
      request,
      {
        id,
        action: 'assign',
        commandOf: () => fields(id, { assignee: null }, 'Claim'),
      },
      extras,
    )
  const action = username === user.username ? 'claim' : 'assign'
  const task = await findTaskFor(context, request, { id, action })
  if (task instanceof Refusal) return task
  const absentOf = (held: Held) => (action === 'claim' ? inPlaceOf(user, held) : null)
  if (task.assignee !== null && task.assignee !== username && absentOf(task) === null) return taken()
  const done = await carryOut(
    context,
    request,
    {
      target: { by: 'task', id },
      command: (rows) => {
        const absent = absentOf(heldOn(rows, task))
        return absent === null
          ? { type: 'claimTask', taskId: id, userId: username }
          : { ...fields(id, { assignee: username }, 'Claim'), inPlaceOf: absent }
      },
      place: failurePlaceOf(task),
      gone: taskIsOver,
      check: checkLocked(user, task, action),
    },
    extras,
  )
  return done instanceof Refusal ? done : null
}
