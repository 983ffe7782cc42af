import type { TaskDeed } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { Beside } from '../carry-out.ts'
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
  { id, deed }: { readonly id: string; readonly deed: TaskDeed },
  beside?: Beside,
): Promise<Refusal | null> {
  switch (deed.kind) {
    case 'claim':
      return claimTask(context, request, { id, username: request.user.username }, beside)
    case 'unclaim':
      return unclaimTask(context, request, id, beside)
    case 'assign':
      return (
        (deed.username === null ? null : await refuseUnknown(context, request, { kind: 'user', key: deed.username })) ??
        assignTask(context, request, { id, assignee: deed.username }, beside)
      )
    case 'delegate':
      return (
        (await refuseUnknown(context, request, { kind: 'user', key: deed.username })) ??
        delegateTask(context, request, { id, assignee: deed.username, note: deed.note ?? null }, beside)
      )
    case 'priority':
      return planTask(context, request, { id, plan: { priority: deed.priority } }, beside)
    case 'due':
      return planTask(context, request, { id, plan: { dueAt: deed.at } }, beside)
    case 'followUp':
      return planTask(context, request, { id, plan: { followUpAt: deed.at } }, beside)
    case 'complete': {
      const { kind: _, ...submission } = deed
      const done = await completeTask(
        context,
        request,
        { id, given: { kind: 'form', submission }, delegated: 'return' },
        beside,
      )
      return done instanceof Refusal ? done : null
    }
  }
}
