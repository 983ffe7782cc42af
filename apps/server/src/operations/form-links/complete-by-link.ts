import type { FormSubmission } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { refuseUnoffered } from '../../runtime/look-ups/check-offered.ts'
import { carryOutRead } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { readTaskValues } from '../tasks/read-task-values.ts'
import { failurePlaceOf, findOpenTask } from '../tasks/task.ts'
import { taskOfLinkIsDone } from './policy.ts'

export interface LinkCompletion {
  readonly taskId: string
  readonly submission: FormSubmission
  /** Returns statements for the same commit, by the instance of the task. */
  readonly extra: (instanceId: string) => readonly Statement[]
}

/**
 * Completes the task of a public link with the entries of somebody without an account, regardless of its assignee. The
 * link itself is the permission; the caller has checked it. Of two concurrent calls exactly one succeeds. Returns null
 * on success, otherwise a refusal.
 */
export async function completeByLink(
  context: OperationContext,
  guest: Request,
  { taskId, submission, extra }: LinkCompletion,
): Promise<Refusal | null> {
  const { db, runtime } = context
  const done = await carryOutRead(context, guest, async () => {
    const made = await db.read(guest, async (tx) => {
      const task = await findOpenTask(tx, guest.user.workplaceId, taskId)
      if (task === null) return taskOfLinkIsDone()
      const given = { kind: 'form', submission } as const
      const read = await readTaskValues(runtime, tx, { request: guest, task, given })
      if (read instanceof Refusal) return read
      return {
        target: { by: 'task', id: taskId } as const,
        command: { type: 'completeTask', taskId, variables: read.variables } as const,
        place: failurePlaceOf(task),
        gone: taskOfLinkIsDone,
        extra: [...read.extra, ...extra(task.instanceId)],
        claims: read.claims,
      }
    })
    if (made instanceof Refusal) return made
    const { claims, ...order } = made
    return (await refuseUnoffered(runtime, guest.user.workplaceId, claims)) ?? order
  })
  return done instanceof Refusal ? done : null
}
