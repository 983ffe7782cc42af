import { mayGiveRole } from '@millrace/contract'
import { contains } from '../../platform/auth/reach.ts'
import { allRights, reachOf } from '../../platform/auth/rights.ts'
import { hasRole, type Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'

/** The roles, authorizations and permissions of own roles of an account, including those of its groups. */
export type RightsOfAccount = Pick<Person, 'roles' | 'authorizations' | 'grants'>

/**
 * Returns null when the user holds every right of the account, else a refusal that names the missing ones
 * (`right.missing`). Everything that gives control of an account, or changes its permissions, calls this: credentials,
 * mail address, roles, groups, second factors, deletion. It is called for the account before and after the change.
 * `needRole` is called before, and decides which users may make such changes at all.
 */
export function refuseManaging(user: Person, account: RightsOfAccount): Refusal | null {
  const missing = listMissing(user, account)
  if (missing.length === 0) return null
  return refuse(
    'right.missing',
    `Expected an account with no more roles than yours, but this one also has ${missing.join(', ')}. Ask an administrator (RoleAdmin) to make this change.`,
  )
}

/**
 * Returns what the account has and the user does not have, as users know it. An administrator holds every right: they
 * give roles and authorizations to others, and so to themselves.
 */
function listMissing(user: Person, account: RightsOfAccount): string[] {
  if (hasRole(user, ['RoleAdmin'])) return []
  const held = new Set(user.roles)
  const roles = account.roles.filter((role) => !mayGiveRole(held, role))
  if (roles.length > 0) return roles
  // What an API token leaves of the user's rights counts for work with processes. What users may give is their own.
  const whole = { ...user, token: null }
  const { authorizations, grants = [] } = account
  const person = { ...whole, roles: account.roles, authorizations, grants }
  const isCovered = allRights.every((right) => contains(reachOf(whole, right), reachOf(person, right)))
  return isCovered ? [] : ['permissions that you lack']
}
