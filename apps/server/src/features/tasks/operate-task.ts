import type { OperationContext } from '../../operations/operation-context.ts'
import { assignTask } from '../../operations/tasks/assign-task.ts'
import { changeTaskLink } from '../../operations/tasks/change-task-link.ts'
import { delegateTask } from '../../operations/tasks/delegate-task.ts'
import { type Named, refuseUnknown } from '../../operations/tasks/refuse-unknown.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** Assigns a task to an existing user. Returns null on success, otherwise a refusal. */
export async function giveTask(
  context: OperationContext,
  request: Request,
  { id, username }: { id: string; username: string | null },
): Promise<Refusal | null> {
  const unknown = username === null ? null : await refuseUnknown(context, request, { kind: 'user', key: username })
  return unknown ?? assignTask(context, request, { id, assignee: username })
}

/** Delegates a task to an existing user. Returns null on success, otherwise a refusal. */
export async function delegateTo(
  context: OperationContext,
  request: Request,
  { id, username, note }: { id: string; username: string; note?: string | undefined },
): Promise<Refusal | null> {
  const unknown = await refuseUnknown(context, request, { kind: 'user', key: username })
  return unknown ?? delegateTask(context, request, { id, assignee: username, note: note ?? null })
}

export interface CandidateChange extends Named {
  readonly id: string
}

/** Makes a user or group a candidate of a task. Returns null on success, otherwise a refusal. */
export async function addTaskCandidate(
  context: OperationContext,
  request: Request,
  change: CandidateChange,
): Promise<Refusal | null> {
  const unknown = await refuseUnknown(context, request, change)
  return unknown ?? changeTaskLink(context, request, { id: change.id, link: linkOf(change), operation: 'add' })
}

/** Removes a candidate from a task. Returns null on success, otherwise a refusal. */
export function removeTaskCandidate(
  context: OperationContext,
  request: Request,
  change: CandidateChange,
): Promise<Refusal | null> {
  return changeTaskLink(context, request, { id: change.id, link: linkOf(change), operation: 'delete' })
}

function linkOf({ kind, key }: CandidateChange) {
  return { type: 'candidate', userId: kind === 'user' ? key : null, groupId: kind === 'group' ? key : null }
}
