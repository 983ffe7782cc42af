import type { Request } from '../platform/auth/request.ts'
import type { Actor } from '../platform/db/actor.ts'

/** Returns the actor of a call, for the engine and the audit. */
export function actorOf({ workplaceId, user, cause, holder, patience, hides }: Request): Actor {
  return { workplaceId, userId: user.username, cause, holder, patience, hides }
}
