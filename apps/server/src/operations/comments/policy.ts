import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needFor } from '../belonging.ts'
import { noSuchInstance } from '../instances/policy.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuchTask } from '../tasks/policy.ts'
import type { Subject } from './subject.ts'

/** Null when the user may write about that task or instance: comments and attachments. */
export function refuseComment(context: OperationContext, user: User, { by, id }: Subject): Promise<Refusal | null> {
  return by === 'task'
    ? needFor(context, user, 'tasks.operate', { thing: { kind: 'task', id }, gone: noSuchTask })
    : needFor(context, user, 'instances.operate', { thing: { kind: 'instance', id }, gone: noSuchInstance })
}

export function noSuchComment(): Refusal {
  return refuse('thing.not-found', 'Expected a comment, but there is none with this id.')
}

export function noSuchAttachment(): Refusal {
  return refuse('thing.not-found', 'Expected an attachment, but there is none with this id.')
}
