import type { Call, Role } from '@millrace/contract'
import type { FastifyRequest } from 'fastify'
import { hasRole } from '../auth/user.ts'
import { refuse } from '../errors/refusal.ts'

/** @throws Refusal when whoever is signed in holds none of the roles that the call is for. */
export function checkAudience({ audience }: Call, { session }: FastifyRequest): void {
  if (audience === 'public' || audience === 'signed-in' || session === null) return
  if (!hasRole(session.user, audience))
    throw refuse('right.missing', `Expected the role ${presentRoles(audience)}, but you do not have it.`)
}

function presentRoles(roles: readonly Role[]): string {
  return roles.join(' or ')
}
