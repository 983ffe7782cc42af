import { type Call, type Role, scopeOf } from '@millrace/contract'
import type { FastifyRequest } from 'fastify'
import { isNowhere, reaches } from '../auth/reach.ts'
import { reachWithoutRoles } from '../auth/rights.ts'
import type { Session } from '../auth/session.ts'
import { hasRole } from '../auth/user.ts'
import { refuse } from '../errors/refusal.ts'
import { refuseToken } from './browser-session.ts'
import { openingOf } from './openings.ts'

/**
 * Checks the roles and scopes of a call when only its headers have been read.
 * @throws Refusal when the user has none of the roles of the call, or an API token without its scope.
 */
export function checkAudience(call: Call, { session, params }: FastifyRequest): void {
  const { audience } = call
  if (session !== null) checkToken(call, session)
  if (audience === 'public' || audience === 'signed-in' || session === null) return
  if (!hasRole(session.user, audience) && !isOpen(call, session, params))
    throw refuse('right.missing', `Expected the role ${presentRoles(audience)}, but you do not have it.`)
}

/** Returns whether a right opens the call to the user, such as by an own role. */
function isOpen(call: Call, { user }: Session, params: unknown): boolean {
  const opening = openingOf(call)
  if (opening === null) return false
  const reach = reachWithoutRoles(user, opening.right)
  if (opening.of === null) return !isNowhere(reach)
  const thing = (params as Readonly<Record<string, string | undefined>>)[opening.of]
  return thing !== undefined && reaches(reach, thing)
}

/** An API token for certain processes or topics is for `/engine-rest`, where each call is narrowed to them. */
function checkToken(call: Call, { user: { token } }: Session): void {
  const scope = scopeOf(call)
  if (token === null || scope === null) return
  if (scope === 'browser') throw refuseToken()
  if (!token.scopes.includes(scope))
    throw refuse(
      'right.missing',
      `Expected an API token with the scope “${scope}”, but this one does not have it. Create another one in your profile.`,
    )
  if (token.processKeys !== null || token.topics !== null)
    throw refuse(
      'right.missing',
      'Expected an API token without limits, but this one is limited to certain processes or topics. Use it with /engine-rest.',
    )
}

function presentRoles(roles: readonly Role[]): string {
  return roles.join(' or ')
}
