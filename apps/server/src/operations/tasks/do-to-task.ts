import type { TaskDeed } from '@millrace/contract'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { OperationContext } from '../operation-context.ts'
import { assignTask } from './assign-task.ts'
import { claimTask } from './claim-task.ts'
import { completeTask } from './complete-task.ts'
import { delegateTask } from './delegate-task.ts'
import { planTask } from './plan-task.ts'
import { unclaimTask } from './unclaim-task.ts'

/** Does to one task what is done to several: the operation of the deed says whether the user may. Null when it is done. */
export async function doToTask(
  context: OperationContext,
  user: User,
  { id, deed }: { readonly id: string; readonly deed: TaskDeed },
): Promise<Refusal | null> {
  switch (deed.kind) {
    case 'claim':
      return claimTask(context, user, { id, username: user.username })
    case 'unclaim':
      return unclaimTask(context, user, id)
    case 'assign':
      return (
        (await refuseUnknown(context, user, deed.username)) ??
        assignTask(context, user, { id, assignee: deed.username })
      )
    case 'delegate':
      return (
        (await refuseUnknown(context, user, deed.username)) ??
        delegateTask(context, user, { id, assignee: deed.username, note: deed.note ?? null })
      )
    case 'priority':
      return planTask(context, user, { id, plan: { priority: deed.priority } })
    case 'due':
      return planTask(context, user, { id, plan: { dueAt: deed.at } })
    case 'followUp':
      return planTask(context, user, { id, plan: { followUpAt: deed.at } })
    case 'complete': {
      const { kind: _, ...submission } = deed
      const done = await completeTask(context, user, { id, given: { kind: 'form', submission }, delegated: 'return' })
      return done instanceof Refusal ? done : null
    }
  }
}

async function refuseUnknown({ db }: OperationContext, user: User, username: string | null): Promise<Refusal | null> {
  if (username === null) return null
  const known = sql`select from app_user where workplace_id = ${user.workplaceId} and username = ${username}`
  if ((await db.read(user, (tx) => runSql<object>(tx, known))).length > 0) return null
  return refuse('thing.not-found', `Expected a user “${username}”, but there is none. Choose one that is there.`)
}
