import type { User } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { endStandaloneTask } from '../../runtime/execute/standalone-tasks.ts'
import type { OperationContext } from '../operation-context.ts'
import { findTaskFor } from './task.ts'

/** Deletes a task that belongs to no process. Null when it is done. */
export async function deleteTask(context: OperationContext, user: User, id: string): Promise<Refusal | null> {
  const task = await findTaskFor(context, user, { id, action: 'edit' })
  if (task instanceof Refusal) return task
  if (task.process !== null)
    return refuse(
      'task.of-process',
      'Expected a task that belongs to no process, but a process waits for this one. Complete it, or cancel its instance.',
    )
  await endStandaloneTask(context.runtime, actorOf(user), id, 'deleted')
  return null
}
