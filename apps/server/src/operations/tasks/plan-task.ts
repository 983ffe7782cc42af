import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeOneTask, fields } from './change-task.ts'

/** What is left out stays as it is; null: none. */
export interface Plan {
  readonly dueAt?: string | null
  readonly followUpAt?: string | null
  readonly priority?: number
}

/** Says by when a task is to be done and how urgent it is. Null when it is done. */
export function planTask(
  context: OperationContext,
  user: User,
  { id, plan }: { id: string; plan: Plan },
): Promise<Refusal | null> {
  return changeOneTask(context, user, { id, action: 'edit', commandOf: () => fields(id, plan, 'Update') })
}
