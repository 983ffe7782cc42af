import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'

/** Sets the assignee of a task, regardless of the current one. Returns null on success, otherwise a refusal. */
export function assignTask(
  context: OperationContext,
  request: Request,
  { id, assignee }: { id: string; assignee: string | null },
  extras?: CommitExtras,
): Promise<Refusal | null> {
  return changeOneTask(
    context,
    request,
    { id, action: 'assign', commandOf: () => fields(id, { assignee }, 'Assign') },
    extras,
  )
}
