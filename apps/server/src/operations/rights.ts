import type { Role, Scope } from '@millrace/contract'
import { isNowhere, isUnlimited, reaches } from '../platform/auth/reach.ts'
import { hasScope, type Right, reachOf, reachOfToken, rolesOf, scopeOf } from '../platform/auth/rights.ts'
import { hasRole, type Person } from '../platform/auth/user.ts'
import { type Refusal, refuse } from '../platform/errors/refusal.ts'

/** Null for whoever has one of the roles, where it is about no process. */
export function needRole(user: Person, roles: readonly Role[], scope: Scope = 'administer'): Refusal | null {
  const refusal = needScope(user, scope)
  if (refusal !== null) return refusal
  if (user.token !== null && (user.token.topics !== null || !isUnlimited(reachOfToken(user))))
    return refuseLimitedToken()
  return hasRole(user, roles) ? null : missingRole(roles)
}

/**
 * Null for whoever may do that to something of processes, as far as it can be told before it is known what to: by a
 * role, where the thing itself says more, or by a right. `isWithinToken` says the rest of a token.
 */
export function needRoleOr(user: Person, roles: readonly Role[], right: Right): Refusal | null {
  const scope = scopeOf(right)
  const refusal = needScope(user, scope)
  if (refusal !== null) return refusal
  if (user.token?.topics != null && scope === 'work') return refuseLimitedToken()
  return hasRole(user, roles) || !isNowhere(reachOf(user, right)) ? null : missingRole([...roles, ...rolesOf(right)])
}

/** Null when the API token, if the user has come with one, is valid for it. */
export function needScope(user: Person, scope: Scope): Refusal | null {
  if (hasScope(user, scope)) return null
  return refuse(
    'right.missing',
    `Expected an API token with the scope “${scope}”, but this one has ${user.token?.scopes.map((held) => `“${held}”`).join(', ') || 'none'}. Make another one in your profile.`,
  )
}

/** Null for whoever has the right to all that exist. */
export function need(user: Person, right: Right): Refusal | null {
  return isUnlimited(reachOf(user, right)) ? null : (needSomewhere(user, right) ?? refuseLimited(user))
}

/** Null for whoever has the right to something: the rest is to be asked when it is known what it is about. */
export function needSomewhere(user: Person, right: Right): Refusal | null {
  return needScope(user, scopeOf(right)) ?? (isNowhere(reachOf(user, right)) ? missingRole(rolesOf(right)) : null)
}

/** Whether the right reaches what belongs to a process; null: to none. */
export function hasRight(user: Person, right: Right, processKey: string | null): boolean {
  return reaches(reachOf(user, right), processKey)
}

/** Whether the API token, where there is one, is valid for that process. */
export function isWithinToken(user: Person, processKey: string | null): boolean {
  return reaches(reachOfToken(user), processKey)
}

function missingRole(roles: readonly Role[]): Refusal {
  return refuse('right.missing', `Expected the role ${[...new Set(roles)].join(' or ')}, but you do not have it.`)
}

function refuseLimited(user: Person): Refusal {
  return user.token === null || isUnlimited(reachOfToken(user))
    ? refuse('right.missing', 'Expected a right to all processes, but yours is to some of them.')
    : refuseLimitedToken()
}

function refuseLimitedToken(): Refusal {
  return refuse(
    'right.missing',
    'Expected an API token without limits, but this one is good for certain processes or topics. Make another one in your profile.',
  )
}
