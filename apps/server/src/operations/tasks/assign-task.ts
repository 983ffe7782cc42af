import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { Beside } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'

/** Says who has a task, whoever had it before. Null when it is done. */
export function assignTask(
  context: OperationContext,
  user: User,
  { id, assignee }: { id: string; assignee: string | null },
  beside?: Beside,
): Promise<Refusal | null> {
  return changeOneTask(
    context,
    user,
    { id, action: 'assign', commandOf: () => fields(id, { assignee }, 'Assign') },
    beside,
  )
}
