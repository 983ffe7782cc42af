import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { replaceStandaloneTask, type StandaloneTask } from '../../runtime/execute/standalone-tasks.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { taskIsOver } from './policy.ts'
import { findTaskFor } from './task.ts'

/** Writes all fields of a task at once. Null when it is done. */
export async function updateTask(
  context: OperationContext,
  user: User,
  { id, task: written }: { id: string; task: StandaloneTask },
): Promise<Refusal | null> {
  const task = await findTaskFor(context, user, { id, action: 'edit' })
  if (task instanceof Refusal) return task
  if (task.process === null) {
    await replaceStandaloneTask(context.runtime, actorOf(user), id, written)
    return null
  }
  const { parentTaskId: _parent, tenantId: _tenant, ...patch } = written
  const done = await carryOut(context, user, {
    target: { by: 'task', id },
    command: { type: 'changeTask', taskId: id, patch, operation: 'Update' },
    gone: taskIsOver,
  })
  return done instanceof Refusal ? done : null
}
