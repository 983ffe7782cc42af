import type { TaskDeed } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
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

/** Does to one task what is done to several: the operation of the deed says whether the user may. Null when it is done. */
export async function doToTask(
  context: OperationContext,
  user: User,
  { id, deed }: { readonly id: string; readonly deed: TaskDeed },
  beside?: Beside,
): Promise<Refusal | null> {
  switch (deed.kind) {
    case 'claim':
      return claimTask(context, user, { id, username: user.username }, beside)
    case 'unclaim':
      return unclaimTask(context, user, id, beside)
    case 'assign':
      return (
        (deed.username === null ? null : await refuseUnknown(context, user, { kind: 'user', key: deed.username })) ??
        assignTask(context, user, { id, assignee: deed.username }, beside)
      )
    case 'delegate':
      return (
        (await refuseUnknown(context, user, { kind: 'user', key: deed.username })) ??
        delegateTask(context, user, { id, assignee: deed.username, note: deed.note ?? null }, beside)
      )
    case 'priority':
      return planTask(context, user, { id, plan: { priority: deed.priority } }, beside)
    case 'due':
      return planTask(context, user, { id, plan: { dueAt: deed.at } }, beside)
    case 'followUp':
      return planTask(context, user, { id, plan: { followUpAt: deed.at } }, beside)
    case 'complete': {
      const { kind: _, ...submission } = deed
      const done = await completeTask(
        context,
        user,
        { id, given: { kind: 'form', submission }, delegated: 'return' },
        beside,
      )
      return done instanceof Refusal ? done : null
    }
  }
}
