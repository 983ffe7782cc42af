import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'

/** Lets somebody else work at a task. Whoever had it stays its owner, and gets it back. Null when it is done. */
export function delegateTask(
  context: OperationContext,
  user: User,
  { id, assignee }: { id: string; assignee: string | null },
): Promise<Refusal | null> {
  return changeOneTask(context, user, {
    id,
    action: 'assign',
    commandOf: (task) =>
      fields(id, { delegation: 'PENDING', owner: task.owner ?? task.assignee, assignee }, 'Delegate'),
  })
}
