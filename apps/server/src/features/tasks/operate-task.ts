import { sql } from 'kysely'
import type { OperationContext } from '../../operations/operation-context.ts'
import { assignTask } from '../../operations/tasks/assign-task.ts'
import { changeTaskLink } from '../../operations/tasks/change-task-link.ts'
import { delegateTask } from '../../operations/tasks/delegate-task.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Gives a task to somebody who is there. Null when it is done. */
export async function giveTask(
  context: OperationContext,
  user: User,
  { id, username }: { id: string; username: string | null },
): Promise<Refusal | null> {
  if (username !== null && !(await isKnown(context.db, user, { kind: 'user', key: username })))
    return noSuch('user', username)
  return assignTask(context, user, { id, assignee: username })
}

/** Lets somebody who is there work at a task. Null when it is done. */
export async function delegateTo(
  context: OperationContext,
  user: User,
  { id, username, note }: { id: string; username: string; note?: string | undefined },
): Promise<Refusal | null> {
  if (!(await isKnown(context.db, user, { kind: 'user', key: username }))) return noSuch('user', username)
  return delegateTask(context, user, { id, assignee: username, note: note ?? null })
}

export interface CandidateChange {
  readonly id: string
  readonly kind: 'user' | 'group'
  readonly key: string
}

/** Lets a user, or whoever is in a group, claim a task. Null when it is done. */
export async function addTaskCandidate(
  context: OperationContext,
  user: User,
  change: CandidateChange,
): Promise<Refusal | null> {
  if (!(await isKnown(context.db, user, change))) return noSuch(change.kind, change.key)
  return changeTaskLink(context, user, { id: change.id, link: linkOf(change), operation: 'add' })
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

/** Whether there is a user of that name. */
export function findKnownUser(db: Database, user: User, username: string): Promise<boolean> {
  return isKnown(db, user, { kind: 'user', key: username })
}

async function isKnown(
  db: Database,
  user: User,
  { kind, key }: Pick<CandidateChange, 'kind' | 'key'>,
): Promise<boolean> {
  const known =
    kind === 'user'
      ? sql`select from app_user where workplace_id = ${user.workplaceId} and username = ${key}`
      : sql`select from user_group where workplace_id = ${user.workplaceId} and key = ${key}`
  return (await db.read(user, (tx) => runSql<object>(tx, known))).length > 0
}

function noSuch(kind: 'user' | 'group', key: string): Refusal {
  return refuse('thing.not-found', `Expected a ${kind} “${key}”, but there is none. Choose one that is there.`)
}
