import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'

/** Due date, follow-up date and priority of a task. Missing fields stay unchanged; null removes a date. */
export interface Plan {
  readonly dueAt?: string | null | undefined
  readonly followUpAt?: string | null | undefined
  readonly priority?: number | undefined
}

/** Sets due date, follow-up date and priority of a task. Returns null on success, otherwise a refusal. */
export function planTask(
  context: OperationContext,
  request: Request,
  { id, plan }: { id: string; plan: Plan },
  extras?: CommitExtras,
): Promise<Refusal | null> {
  const { dueAt, followUpAt, priority } = plan
  const patch = {
    ...(dueAt !== undefined && { dueAt }),
    ...(followUpAt !== undefined && { followUpAt }),
    ...(priority !== undefined && { priority }),
  }
  return changeOneTask(context, request, { id, action: 'plan', commandOf: () => fields(id, patch, 'Update') }, extras)
}
