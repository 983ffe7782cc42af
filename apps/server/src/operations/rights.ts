import type { Role, Scope } from '@millrace/contract'
import { isNowhere, isUnlimited, reaches } from '../platform/auth/reach.ts'
import { hasScope, type Right, reachOf, reachOfToken, rolesOf, scopeOf } from '../platform/auth/rights.ts'
import { hasRole, type Person } from '../platform/auth/user.ts'
import { type Refusal, refuse } from '../platform/errors/refusal.ts'

/**
 * Checks that the user has one of the roles, for objects that belong to no process. Returns null if so, otherwise a
 * refusal.
 */
export function needRole(user: Person, roles: readonly Role[], scope: Scope = 'administer'): Refusal | null {
  const refusal = needScope(user, scope)
  if (refusal !== null) return refusal
  if (user.token !== null && (user.token.topics !== null || !isUnlimited(reachOfToken(user))))
    return refuseLimitedToken()
  return hasRole(user, roles) ? null : missingRole(roles)
}

/**
 * Checks that the user has one of the roles, or a right for at least some processes. Call it before the object is
 * loaded, and check the right for the object afterwards, with `isWithinToken` for the limits of an API token. Returns
 * null if so, otherwise a refusal.
 */
export function needRoleOr(user: Person, roles: readonly Role[], right: Right): Refusal | null {
  const scope = scopeOf(right)
  const refusal = needScope(user, scope)
  if (refusal !== null) return refusal
  if (user.token?.topics != null && scope === 'work') return refuseLimitedToken()
  return hasRole(user, roles) || !isNowhere(reachOf(user, right)) ? null : missingRole([...roles, ...rolesOf(right)])
}

/** Checks that the user's API token, if any, has the scope. Returns null if so, otherwise a refusal. */
export function needScope(user: Person, scope: Scope): Refusal | null {
  if (hasScope(user, scope)) return null
  return refuse(
    'right.missing',
    `Expected an API token with the scope “${scope}”, but this one has ${user.token?.scopes.map((held) => `“${held}”`).join(', ') || 'none'}. Make another one in your profile.`,
  )
}

/** Checks that the user has the right for all objects. Returns null if so, otherwise a refusal. */
export function need(user: Person, right: Right): Refusal | null {
  return isUnlimited(reachOf(user, right)) ? null : (needSomewhere(user, right) ?? refuseLimited(user))
}

/**
 * Checks that the user has the right for at least some objects. The caller checks the object once it is loaded. Returns
 * null if so, otherwise a refusal.
 */
export function needSomewhere(user: Person, right: Right): Refusal | null {
  return needScope(user, scopeOf(right)) ?? (isNowhere(reachOf(user, right)) ? missingRole(rolesOf(right)) : null)
}

/**
 * Checks that the user has a right to an application or data list; null: to all of them, such as to create one. Returns
 * null if so, otherwise a refusal.
 */
export function needOn(user: Person, right: Right, id: string | null): Refusal | null {
  const missing = needScope(user, scopeOf(right))
  if (missing !== null) return missing
  if (user.token !== null && (user.token.topics !== null || !isUnlimited(reachOfToken(user))))
    return refuseLimitedToken()
  const reach = reachOf(user, right)
  if (reaches(reach, id)) return null
  if (isNowhere(reach)) return missingRole(rolesOf(right))
  return refuse(
    'right.missing',
    'Expected the permission for this, but your roles give it for other applications, data lists or templates only.',
  )
}

/** Returns whether the right covers objects of a process; null: objects that belong to no process. */
export function hasRight(user: Person, right: Right, processKey: string | null): boolean {
  return reaches(reachOf(user, right), processKey)
}

/** Returns whether the user's API token, if any, covers the process. */
export function isWithinToken(user: Person, processKey: string | null): boolean {
  return reaches(reachOfToken(user), processKey)
}

function missingRole(roles: readonly Role[]): Refusal {
  return refuse('right.missing', `Expected the role ${[...new Set(roles)].join(' or ')}, but you do not have it.`)
}

function refuseLimited(user: Person): Refusal {
  return user.token === null || isUnlimited(reachOfToken(user))
    ? refuse('right.missing', 'Expected permission for all processes, but you have it for some processes only.')
    : refuseLimitedToken()
}

function refuseLimitedToken(): Refusal {
  return refuse(
    'right.missing',
    'Expected an API token without limits, but this one is limited to certain processes or topics. Create another one in your profile.',
  )
}
