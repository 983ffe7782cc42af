import type { Command } from '@millrace/engine'
import type { User } from '../../platform/auth/user.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { changeStandaloneTask, type StandalonePatch } from '../../runtime/execute/standalone-tasks.ts'
import { carryOut } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { type TaskAction, taskIsOver } from './policy.ts'
import { checkLocked, findTaskFor, type OpenTask, placeOf } from './task.ts'

/** The same for a task of a process and for one that stands alone. */
export interface TaskChange {
  readonly command: Command
  readonly patch: StandalonePatch
}

export interface TaskOrder {
  readonly id: string
  readonly action: TaskAction
  readonly changeOf: (task: OpenTask) => TaskChange
}

/** Changes a task when the user may: what tasks of a process have by the engine, others by their rows. */
export async function changeOneTask(
  context: OperationContext,
  user: User,
  { id, action, changeOf }: TaskOrder,
): Promise<Refusal | null> {
  const task = await findTaskFor(context, user, { id, action })
  if (task instanceof Refusal) return task
  const { command, patch } = changeOf(task)
  if (task.process === null) {
    await changeStandaloneTask(context.runtime, actorOf(user), id, patch)
    return null
  }
  const check = checkLocked(user, id, action)
  const place = placeOf(task.process)
  const done = await carryOut(context, user, {
    target: { by: 'task', id },
    command,
    place,
    gone: taskIsOver,
    check,
  })
  return done instanceof Refusal ? done : null
}

/** A change of fields, and what history calls it. */
export function fields(id: string, patch: StandalonePatch, operation: string): TaskChange {
  return { command: { type: 'changeTask', taskId: id, patch, operation }, patch }
}
