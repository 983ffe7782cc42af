import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask } from './change-task.ts'

/** Releases a task of the user to its candidates. Returns null on success, otherwise a refusal. */
export function unclaimTask(
  context: OperationContext,
  request: Request,
  id: string,
  extras?: CommitExtras,
): Promise<Refusal | null> {
  return changeOneTask(
    context,
    request,
    {
      id,
      action: 'unclaim',
      commandOf: () => ({ type: 'unclaimTask', taskId: id }),
    },
    extras,
  )
}
