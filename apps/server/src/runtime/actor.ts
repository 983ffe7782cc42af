import type { User } from '../platform/auth/user.ts'
import type { Actor } from '../platform/db/actor.ts'

/** Who a signed-in user is to the engine and in the audit. */
export function actorOf({ workplaceId, username, cause, holder = null, patience }: User): Actor {
  return { workplaceId, userId: username, cause, holder, ...(patience !== undefined && { patience }) }
}
