import type { Request } from '../../platform/auth/request.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { refuseUnoffered } from '../../runtime/look-ups/check-offered.ts'
import { carryOut } from '../carry-out.ts'
import type { GivenValues } from '../given-values.ts'
import type { OperationContext } from '../operation-context.ts'
import { taskIsOver } from './policy.ts'
import { readTaskValues } from './read-task-values.ts'
import { checkLocked, failurePlaceOf, loadTaskFor } from './task.ts'

/** Returns a task to its owner, whether or not it was delegated. Returns null on success, otherwise a refusal. */
export async function resolveTask(
  context: OperationContext,
  request: Request,
  { id, given }: { id: string; given: GivenValues },
): Promise<Refusal | null> {
  const { user } = request
  const read = await context.db.read(withoutHiding(request), async (tx) => {
    const task = await loadTaskFor(tx, user, { id, action: 'complete' })
    if (task instanceof Refusal) return task
    const values = await readTaskValues(context.runtime, tx, { request, task, given })
    return values instanceof Refusal ? values : { task, ...values }
  })
  if (read instanceof Refusal) return read
  const unoffered = await refuseUnoffered(context.runtime, user.workplaceId, read.claims)
  if (unoffered !== null) return unoffered
  const { task, variables, extra } = read
  const done = await carryOut(context, request, {
    target: { by: 'task', id },
    command: { type: 'resolveTask', taskId: id, variables },
    place: failurePlaceOf(task),
    gone: taskIsOver,
    extra,
    check: checkLocked(user, task, 'complete'),
  })
  return done instanceof Refusal ? done : null
}
