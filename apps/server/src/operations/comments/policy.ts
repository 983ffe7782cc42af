import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { workers } from '../../runtime/rights/task-workers.ts'
import { loadInstanceFor } from '../instances/instance.ts'
import { noSuchInstance } from '../instances/policy.ts'
import type { OperationContext } from '../operation-context.ts'
import { needFor } from '../process-reference.ts'
import { needRoleOr } from '../rights.ts'
import { noSuchTask } from '../tasks/policy.ts'
import { loadTaskFor } from '../tasks/task.ts'
import { findWriter, type Subject } from './subject.ts'

/**
 * Checks that the user may comment on a task or instance, or attach files: everybody who may read it. Returns null if
 * so, otherwise a refusal.
 */
export async function refuseComment(context: OperationContext, request: Request, of: Subject): Promise<Refusal | null> {
  if ((await refuseOperating(context, request, of)) === null) return null
  const right = of.by === 'task' ? 'tasks.operate' : 'instances.operate'
  const missing = needRoleOr(request.user, workers, right)
  if (missing !== null) return missing
  return context.db.read(request, (tx) => refuseReading(tx, request.user, of))
}

/** Checks that the user may read a task or instance and its comments. Returns null if so, otherwise a refusal. */
export async function refuseReading(tx: Tx, user: Person, { by, id }: Subject): Promise<Refusal | null> {
  const found =
    by === 'task'
      ? await loadTaskFor(tx, user, { id, action: 'see' })
      : await loadInstanceFor(tx, user, { id, action: 'see' })
  // One that is over is told to those who had to do with it alone.
  return found instanceof Refusal && found.code !== 'task.over' ? found : null
}

/**
 * Checks that a comment is the user's own, or that the user administers its process. Returns null if so, otherwise a
 * refusal.
 */
export async function refuseOthers(
  context: OperationContext,
  request: Request,
  { of, id }: { of: Subject; id: string | null },
): Promise<Refusal | null> {
  const operating = await refuseOperating(context, request, of)
  if (id === null) return operating
  const writer = await context.db.read(request, (tx) => findWriter(tx, request.user, { of, id, table: 'task_comment' }))
  if (writer === undefined) return noSuchComment()
  return operating === null || writer === request.user.username ? null : notYours('comment')
}

/**
 * Checks that an attachment is the user's own, or that the user administers its process. Returns null if so, otherwise
 * a refusal.
 */
export async function refuseOthersAttachment(
  context: OperationContext,
  request: Request,
  { of, id }: { of: Subject; id: string },
): Promise<Refusal | null> {
  const writer = await context.db.read(request, (tx) =>
    findWriter(tx, request.user, { of, id, table: 'task_attachment' }),
  )
  if (writer === undefined) return noSuchAttachment()
  if (writer === request.user.username) return null
  return (await refuseOperating(context, request, of)) === null ? null : notYours('attachment')
}

function refuseOperating(context: OperationContext, request: Request, { by, id }: Subject): Promise<Refusal | null> {
  return by === 'task'
    ? needFor(context, request, 'tasks.operate', { thing: { kind: 'task', id }, gone: noSuchTask })
    : needFor(context, request, 'instances.operate', { thing: { kind: 'instance', id }, gone: noSuchInstance })
}

function notYours(what: 'comment' | 'attachment'): Refusal {
  return refuse(
    'right.missing',
    `Expected ${what === 'comment' ? 'a comment' : 'an attachment'} of your own, but another user added it.`,
  )
}

export function noSuchComment(): Refusal {
  return refuse('thing.not-found', 'Expected a comment, but there is none with this id.')
}

export function noSuchAttachment(): Refusal {
  return refuse('thing.not-found', 'Expected an attachment, but there is none with this id.')
}
