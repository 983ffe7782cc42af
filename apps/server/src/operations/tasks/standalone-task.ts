import type { PlainVariable } from '@millrace/engine'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import {
  changeStandaloneTask,
  endStandaloneTask,
  setStandaloneVariables,
} from '../../runtime/execute/standalone-tasks.ts'
import { createEmptyForm, type LoadedForm } from '../../runtime/forms/load-form.ts'
import type { FormOccasion } from '../../runtime/forms/open-form.ts'
import { noVariables } from '../../runtime/forms/variables.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { OperationContext } from '../operation-context.ts'
import { taken, taskIsOver } from './policy.ts'
import { loadTaskFor, type OpenTask } from './task.ts'

/** Tasks that belong to no process, made by programs. They have no form, and nothing goes on when they end. */

/** One statement, so that of two at once exactly one gets it. */
export async function claimStandaloneTask(
  { db, clock }: OperationContext,
  user: User,
  { id, username }: { id: string; username: string },
): Promise<Refusal | null> {
  const { workplaceId } = user
  return db.withTransaction(actorOf(user), async (tx) => {
    const [claimed] = await tx.batch([
      {
        name: 'standalone_task_claim',
        text: 'update task set assignee = $3, updated_at = $4 where workplace_id = $1 and id = $2 and root_id is null and (assignee is null or assignee = $3) returning id',
        values: [workplaceId, id, username, clock().toISOString()],
      },
      {
        name: 'standalone_candidate_delete',
        text: 'delete from task_candidate c using task t where c.workplace_id = $1 and c.task_id = $2 and t.workplace_id = $1 and t.id = $2 and t.assignee is not null',
        values: [workplaceId, id],
      },
    ])
    if (claimed?.[0] !== undefined) return null
    const now = await loadTaskFor(tx, user, { id, action: 'claim' })
    return now instanceof Refusal ? now : taken()
  })
}

/** Of two at once exactly one does it. A delegated one goes back to its owner. */
export async function endOrReturnTask(
  { runtime }: OperationContext,
  user: User,
  { task, variables, isReturned }: { task: OpenTask; variables: readonly PlainVariable[]; isReturned: boolean },
): Promise<Refusal | null> {
  if (isReturned) {
    if (variables.length > 0)
      await setStandaloneVariables(runtime, actorOf(user), task.id, { set: variables, remove: [] })
    await changeStandaloneTask(runtime, actorOf(user), task.id, { delegation: 'RESOLVED', assignee: task.owner })
    return null
  }
  return (await endStandaloneTask(runtime, actorOf(user), task.id, 'completed')) ? null : taskIsOver()
}

export function standaloneForm(
  { clock }: Runtime,
  { username }: User,
  timeZone: string,
): { form: LoadedForm; occasion: FormOccasion } {
  return {
    form: createEmptyForm('task'),
    occasion: { variables: noVariables, files: new Map(), timeZone, now: clock(), userId: username },
  }
}
