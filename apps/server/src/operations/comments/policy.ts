import type { User } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { needOperator } from '../rights.ts'

/** Null when the user may write about tasks and instances: comments and attachments. */
export function refuseComment(user: User): Refusal | null {
  return needOperator(user)
}

export function noSuchComment(): Refusal {
  return refuse('thing.not-found', 'Expected a comment, but there is none with this id.')
}

export function noSuchAttachment(): Refusal {
  return refuse('thing.not-found', 'Expected an attachment, but there is none with this id.')
}
