import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { CommitExtras } from '../carry-out.ts'
import { noteStatements } from '../comments/note.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'

export interface Delegation {
  readonly id: string
  readonly assignee: string | null
  /** A comment that is added to the task. */
  readonly note?: string | null
}

/**
 * Delegates a task to another user. The previous assignee becomes its owner, and gets it back. Returns null on success,
 * otherwise a refusal.
 */
export function delegateTask(
  context: OperationContext,
  request: Request,
  { id, assignee, note = null }: Delegation,
  extras?: CommitExtras,
): Promise<Refusal | null> {
  return changeOneTask(
    context,
    request,
    {
      id,
      action: 'delegate',
      extra: (task) => (note === null ? [] : noteStatements(context, request, task, note)),
      commandOf: (task) =>
        fields(id, { delegation: 'PENDING', owner: task.owner ?? task.assignee, assignee }, 'Delegate'),
    },
    extras,
  )
}
