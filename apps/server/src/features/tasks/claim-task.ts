import type { Command } from '@millrace/engine'
import type { User } from '../../platform/auth/user.ts'
import { actorOf } from '../../runtime/actor.ts'
import { executeForUser } from '../../runtime/execute/execute-for-user.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { getVisibleTask } from './get-task.ts'
import { findLockedTask, placeOf, readOpenTask, rightsOf, taskIsOver } from './open-task.ts'
import { assertCan } from './policy.ts'
import { claimStandaloneTask, unclaimStandaloneTask } from './standalone-task.ts'

/** Gives an unclaimed task to the user. Of two at once exactly one gets it. */
export function claimTask(runtime: Runtime, user: User, id: string): Promise<void> {
  return changeTask(runtime, user, id, 'claim', { type: 'claimTask', taskId: id, userId: user.username })
}

/** Gives a task of the user back to its candidates. */
export function unclaimTask(runtime: Runtime, user: User, id: string): Promise<void> {
  return changeTask(runtime, user, id, 'unclaim', { type: 'unclaimTask', taskId: id })
}

async function changeTask(
  runtime: Runtime,
  user: User,
  id: string,
  action: 'claim' | 'unclaim',
  command: Command,
): Promise<void> {
  const row = await runtime.db.read(user, (tx) => getVisibleTask(tx, user, id))
  if (row.ended_at !== null) throw taskIsOver()
  assertCan(user, action, rightsOf(row))
  const task = readOpenTask(row)
  if (task === null)
    return action === 'claim' ? claimStandaloneTask(runtime, user, id) : unclaimStandaloneTask(runtime, user, id)
  await executeForUser(runtime, actorOf(user), {
    target: { by: 'task', id },
    command,
    place: placeOf(task),
    gone: taskIsOver,
    // Somebody may have been faster since the task was read.
    check: (state) => {
      const now = findLockedTask(state, id)
      if (now !== undefined) assertCan(user, action, now)
    },
  })
}
