import type { TaskAction } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { CommitExtras } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { assignTask } from './assign-task.ts'
import { claimTask } from './claim-task.ts'
import { completeTask } from './complete-task.ts'
import { delegateTask } from './delegate-task.ts'
import { planTask } from './plan-task.ts'
import { refuseUnknown } from './refuse-unknown.ts'
import { unclaimTask } from './unclaim-task.ts'

/**
 * Applies the action of a batch to one task. The action checks its own permission. Returns null on success, otherwise a
 * refusal.
 */
export async function doToTask(
  context: OperationContext,
  request: Request,
  { id, action }: { readonly id: string; readonly action: TaskAction },
  extras?: CommitExtras,
): Promise<Refusal | null> {
  switch (action.kind) {
    case 'claim':
      return claimTask(context, request, { id, username: request.user.username }, extras)
    case 'unclaim':
      return unclaimTask(context, request, id, extras)
    case 'assign':
      return (
        (action.username === null
          ? null
          : await refuseUnknown(context, request, { kind: 'user', key: action.username })) ??
        assignTask(context, request, { id, assignee: action.username }, extras)
      )
    case 'delegate':
      return (
        (await refuseUnknown(context, request, { kind: 'user', key: action.username })) ??
        delegateTask(context, request, { id, assignee: action.username, note: action.note ?? null }, extras)
      )
    case 'priority':
      return planTask(context, request, { id, plan: { priority: action.priority } }, extras)
    case 'due':
      return planTask(context, request, { id, plan: { dueAt: action.at } }, extras)
    case 'followUp':
      return planTask(context, request, { id, plan: { followUpAt: action.at } }, extras)
    case 'complete': {
      const { kind: _, ...submission } = action
      const done = await completeTask(
        context,
        request,
        { id, given: { kind: 'form', submission }, delegated: 'return' },
        extras,
      )
      return done instanceof Refusal ? done : null
    }
  }
}
