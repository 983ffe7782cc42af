import type { StandaloneTaskFields } from '@millrace/engine'
import pg from 'pg'
import type { User } from '../../platform/auth/user.ts'
import { hasFailed } from '../../platform/db/batch.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, Refusal as Refused, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { getStandaloneTasks } from '../../runtime/definitions/standalone-tasks.ts'
import { executeStart } from '../../runtime/execute/execute-command.ts'
import { refusalOf } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { refuseStandalone, taskIsOver } from './policy.ts'
import { loadTaskFor } from './task.ts'

/** Makes a task that belongs to no process. Null when it is done. */
export async function createTask(
  { db, runtime }: OperationContext,
  user: User,
  { id, task }: { id: string; task: StandaloneTaskFields },
): Promise<Refusal | null> {
  const refusal = refuseStandalone(user, task)
  if (refusal !== null) return refusal
  if (!isUuid(id))
    return refuse(
      'request.invalid',
      `Expected the id of a new task to be a UUID, but it is “${id}”. Leave it out, and one is made.`,
    )
  const known = await db.read(user, (tx) => loadTaskFor(tx, user, { id, action: 'edit' }))
  if (!(known instanceof Refused)) return idIsTaken(id)
  const command = {
    type: 'createTask',
    definition: await getStandaloneTasks(),
    taskId: id.toLowerCase(),
    fields: task,
  } as const
  try {
    const answer = await executeStart(runtime, actorOf(user), { command })
    return answer.ok ? null : refusalOf(answer, taskIsOver)
  } catch (error) {
    // A task that was made meanwhile, or is not shown to this user, or something else that stands by itself.
    if (error instanceof pg.DatabaseError && error.code === '23505' && hasFailed(error, 'root_insert'))
      return idIsTaken(id)
    throw error
  }
}

function idIsTaken(id: string): Refusal {
  return refuse('thing.exists', `Expected a new id, but a task ${id} is there already.`)
}
