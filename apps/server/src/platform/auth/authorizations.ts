import { everywhere, intersect, nowhere, onlyTo, type Reach, unite } from './reach.ts'

/** An authorization as in Camunda, reduced to what matters for one user. */
export interface Authorization {
  /**
   * The level of the authorization: for the user, one of their groups, or everybody. The more specific one has
   * priority.
   */
  readonly level: 'user' | 'group' | 'everybody'
  readonly isRevoked: boolean
  readonly resource: number
  /** A key or id; `*` for all. */
  readonly resourceId: string
  /** Names of permissions; `ALL` means all permissions. */
  readonly permissions: readonly string[]
}

/** Camunda's resource types that concern processes, and filters, by number. */
export const resources = {
  filter: 5,
  processDefinition: 6,
  task: 7,
  processInstance: 8,
  deployment: 9,
  decisionDefinition: 10,
} as const

/** A permission for one type of resource. */
export interface Needed {
  readonly resource: keyof typeof resources
  readonly permission: string
  /**
   * Whether the ids of the resource are not the keys of processes and decisions. Then only a permission on all
   * resources counts; permissions on a single task or instance do not.
   */
  readonly onAll?: true
}

/** A list of conditions that all have to hold; each holds with any of its permissions. */
export type Requirement = readonly (readonly Needed[])[]

/**
 * Returns for which resources authorizations give a user a right.
 *
 * @param byRoles what roles give of the right: everything, or some keys. It counts as a grant to a group.
 */
export function reachByAuthorizations(
  authorizations: readonly Authorization[],
  requirement: Requirement,
  byRoles: Reach,
): Reach {
  if (authorizations.length === 0) return byRoles
  return requirement
    .map((alternatives) => alternatives.map((needed) => reachOf(authorizations, needed, byRoles)).reduce(unite))
    .reduce(intersect)
}

function reachOf(authorizations: readonly Authorization[], needed: Needed, byRoles: Reach): Reach {
  const { resource, permission, onAll = false } = needed
  const about = authorizations.filter((one) => one.resource === resources[resource] && concerns(one, permission))
  const onEverything = isAuthorized(about, '*', byRoles)
  const named = new Set(about.map(({ resourceId }) => resourceId).filter((id) => id !== '*'))
  if (onAll) {
    if (onEverything && [...named].every((id) => isAuthorized(about, id, byRoles))) return everywhere
    // Roles for some keys give these, unless somebody is denied all there is.
    return isAuthorized(about, '*', everywhere) ? onlyTo(byRoles.keys) : nowhere
  }
  const keys = byRoles.isEverywhere ? named : named.union(byRoles.keys)
  const different = [...keys].filter((key) => isAuthorized(about, key, byRoles) !== onEverything)
  return onEverything ? { isEverywhere: true, keys: new Set(different) } : onlyTo(different)
}

function concerns({ permissions }: Authorization, permission: string): boolean {
  return permissions.includes('ALL') || permissions.includes(permission)
}

/**
 * Returns whether authorizations permit an action, in Camunda's order: those of the user before those of groups, and
 * these before those for everybody; for one resource before all resources; granted before revoked.
 *
 * @param about authorizations for one permission and one type of resource.
 * @param byRoles what roles give: everything, or some keys.
 */
export function isAuthorized(about: readonly Authorization[], resourceId: string, byRoles: Reach): boolean {
  for (const level of ['user', 'group', 'everybody'] as const) {
    for (const id of resourceId === '*' ? ['*'] : [resourceId, '*']) {
      const said = about.filter((one) => one.level === level && one.resourceId === id)
      if (said.some(({ isRevoked }) => !isRevoked)) return true
      if (level === 'group' && (id === '*' ? byRoles.isEverywhere : isNamed(byRoles, id))) return true
      if (said.length > 0) return false
    }
  }
  return false
}

function isNamed({ isEverywhere, keys }: Reach, id: string): boolean {
  return !isEverywhere && keys.has(id)
}
