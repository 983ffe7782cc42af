import type { OperationContext } from '../../operations/operation-context.ts'
import { assignTask } from '../../operations/tasks/assign-task.ts'
import { changeTaskLink } from '../../operations/tasks/change-task-link.ts'
import { delegateTask } from '../../operations/tasks/delegate-task.ts'
import { type Named, refuseUnknown } from '../../operations/tasks/refuse-unknown.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** Gives a task to somebody who is there. Null when it is done. */
export async function giveTask(
  context: OperationContext,
  user: User,
  { id, username }: { id: string; username: string | null },
): Promise<Refusal | null> {
  const unknown = username === null ? null : await refuseUnknown(context, user, { kind: 'user', key: username })
  return unknown ?? assignTask(context, user, { id, assignee: username })
}

/** Lets somebody who is there work at a task. Null when it is done. */
export async function delegateTo(
  context: OperationContext,
  user: User,
  { id, username, note }: { id: string; username: string; note?: string | undefined },
): Promise<Refusal | null> {
  const unknown = await refuseUnknown(context, user, { kind: 'user', key: username })
  return unknown ?? delegateTask(context, user, { id, assignee: username, note: note ?? null })
}

export interface CandidateChange extends Named {
  readonly id: string
}

/** Lets a user, or whoever is in a group, claim a task. Null when it is done. */
export async function addTaskCandidate(
  context: OperationContext,
  user: User,
  change: CandidateChange,
): Promise<Refusal | null> {
  const unknown = await refuseUnknown(context, user, change)
  return unknown ?? changeTaskLink(context, user, { id: change.id, link: linkOf(change), operation: 'add' })
}

/** Takes that away again. */
export function removeTaskCandidate(
  context: OperationContext,
  user: User,
  change: CandidateChange,
): Promise<Refusal | null> {
  return changeTaskLink(context, user, { id: change.id, link: linkOf(change), operation: 'delete' })
}

function linkOf({ kind, key }: CandidateChange) {
  return { type: 'candidate', userId: kind === 'user' ? key : null, groupId: kind === 'group' ? key : null }
}
