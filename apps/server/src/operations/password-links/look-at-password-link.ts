import type { PasswordLinkKind } from '@millrace/contract'
import { countTry } from '../../platform/auth/count-try.ts'
import { networkOf } from '../../platform/auth/origin.ts'
import { isTooMany, type TooMany } from '../../platform/auth/too-many.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { findPasswordLink, linkIsOver, workplaceOfPasswordLink } from './password-link.ts'

/** The maximum number of tokens that one network may try per minute. */
export const maxTokenTries = 20

export interface LookedAt {
  readonly kind: PasswordLinkKind
  readonly username: string
  readonly workplace: string | null
  readonly expiresAt: string
}

/**
 * Returns the kind, username, workplace and expiry time of a password link. Everybody with the link may see them.
 * Refuses with `password.link-over`.
 */
export async function lookAtPasswordLink(
  context: OperationContext,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<LookedAt | Refusal | TooMany> {
  const workplaceId = workplaceOfPasswordLink(token)
  const counted = await countTry(context, `password link ${networkOf(address)}`, maxTokenTries)
  if (isTooMany(counted)) return counted
  if (workplaceId === null) return linkIsOver()
  const found = await context.db.read({ workplaceId }, (tx) => findPasswordLink(tx, token, { now: context.clock() }))
  if (found instanceof Refusal) return found
  const { kind, user, workplace, expiresAt } = found
  return { kind, username: user.username, workplace, expiresAt: expiresAt.toISOString() }
}
