import type { Role, Scope } from '@millrace/contract'
import { type Requirement, reachByAuthorizations, resources } from './authorizations.ts'
import { type Grant, type GrantedBy, reachByGrants } from './grants.ts'
import { everywhere, intersect, nowhere, onlyTo, type Reach, unite } from './reach.ts'
import type { Person } from './user.ts'

/** A right on data of processes: what an API token needs for it, which roles have it everywhere, and what grants it. */
interface RightRule {
  readonly scope: Scope
  readonly roles: readonly Role[]
  /** Authorizations that permit the action, by the key of the process or decision if it has one. */
  readonly requirement: Requirement
  /** Permissions of own roles that give it; left out: none does. */
  readonly grants?: GrantedBy
}

const programs: readonly Role[] = ['RoleFullAPI']
/** The roles that may operate all processes. RoleFullAPI lets API clients use the whole engine. */
export const operators: readonly Role[] = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI']

const ofProcess = (permission: string) => ({ resource: 'processDefinition', permission }) as const
const ofDecision = (permission: string) => ({ resource: 'decisionDefinition', permission }) as const
const onAll = <R extends 'task' | 'processInstance' | 'deployment'>(resource: R, permission: string) =>
  ({ resource, permission, onAll: true }) as const

const onProcess = (...actions: GrantedBy['actions']): GrantedBy => ({ by: 'process', actions })
const onApplication = (...actions: GrantedBy['actions']): GrantedBy => ({ by: 'application', actions })
const onDataList = (...actions: GrantedBy['actions']): GrantedBy => ({ by: 'dataList', actions })
const onEmailTemplate = (...actions: GrantedBy['actions']): GrantedBy => ({ by: 'emailTemplate', actions })
const onSystemTemplate = (...actions: GrantedBy['actions']): GrantedBy => ({ by: 'systemTemplate', actions })
const onDeployment = (...actions: GrantedBy['actions']): GrantedBy => ({ by: 'deployment', actions })
/** Camunda has no authorizations for what is designed. */
const designed = { roles: ['RoleDesign'], requirement: [] } as const
const administered = { roles: ['RoleAdmin'], requirement: [] } as const

/** Filters are known by their ids alone, and no process has any. */
const ofFilter = (permission: string) => ({ resource: 'filter', permission }) as const

const readsInstances = [ofProcess('READ_INSTANCE'), onAll('processInstance', 'READ')]
const changesInstances = [ofProcess('UPDATE_INSTANCE'), onAll('processInstance', 'UPDATE')]
const changesTasks = [ofProcess('UPDATE_TASK'), onAll('task', 'UPDATE')]

const rules = {
  'definitions.read': {
    scope: 'read',
    roles: programs,
    requirement: [[ofProcess('READ')]],
    grants: onProcess('see', 'start', 'work', 'operate', 'restricted'),
  },
  'instances.read': {
    scope: 'read',
    roles: programs,
    requirement: [readsInstances],
    grants: onProcess('see', 'operate', 'restricted'),
  },
  'tasks.read': {
    scope: 'read',
    roles: programs,
    requirement: [[ofProcess('READ_TASK'), onAll('task', 'READ')]],
    grants: onProcess('see', 'work', 'operate', 'restricted'),
  },
  'history.read': {
    scope: 'read',
    roles: programs,
    requirement: [[ofProcess('READ_HISTORY')]],
    grants: onProcess('see', 'operate', 'restricted'),
  },
  // Those who run processes do not need it: they see all other variables.
  'variables.restricted': {
    scope: 'read',
    roles: programs,
    requirement: [[ofProcess('READ_INSTANCE_VARIABLE')]],
    grants: onProcess('restricted'),
  },
  'decisions.read': { scope: 'read', roles: programs, requirement: [[ofDecision('READ')]] },
  'decision-history.read': { scope: 'read', roles: programs, requirement: [[ofDecision('READ_HISTORY')]] },
  'deployments.read': {
    scope: 'read',
    roles: programs,
    requirement: [[onAll('deployment', 'READ')]],
    grants: onDeployment('see', 'deploy', 'delete'),
  },
  'instances.start': {
    scope: 'start',
    roles: programs,
    requirement: [[ofProcess('CREATE_INSTANCE')], [onAll('processInstance', 'CREATE')]],
    grants: onProcess('start'),
  },
  'external-tasks.work': {
    scope: 'work',
    roles: programs,
    requirement: [changesInstances, readsInstances],
    grants: onProcess('operate'),
  },
  'events.send': { scope: 'work', roles: programs, requirement: [changesInstances], grants: onProcess('operate') },
  'tasks.work': {
    scope: 'work',
    roles: programs,
    requirement: [[ofProcess('TASK_WORK'), onAll('task', 'TASK_WORK'), ...changesTasks]],
    grants: onProcess('work'),
  },
  'decisions.evaluate': { scope: 'work', roles: programs, requirement: [[ofDecision('CREATE_INSTANCE')]] },
  'deployments.create': {
    scope: 'deploy',
    roles: operators,
    requirement: [[onAll('deployment', 'CREATE')]],
    grants: onDeployment('deploy'),
  },
  'deployments.delete': {
    scope: 'deploy',
    roles: operators,
    requirement: [[onAll('deployment', 'DELETE')]],
    grants: onDeployment('delete'),
  },
  'definitions.operate': {
    scope: 'operate',
    roles: operators,
    requirement: [[ofProcess('UPDATE')]],
    grants: onProcess('operate'),
  },
  'definitions.delete': { scope: 'operate', roles: operators, requirement: [[ofProcess('DELETE')]] },
  'instances.operate': {
    scope: 'operate',
    roles: operators,
    requirement: [changesInstances],
    grants: onProcess('operate'),
  },
  // Camunda asks the same: it starts an instance with what history knows of another.
  'instances.restart': {
    scope: 'start',
    roles: operators,
    requirement: [[ofProcess('CREATE_INSTANCE')], [onAll('processInstance', 'CREATE')], [ofProcess('READ_HISTORY')]],
    grants: onProcess('operate'),
  },
  'instances.delete': {
    scope: 'operate',
    roles: operators,
    requirement: [[ofProcess('DELETE_INSTANCE'), onAll('processInstance', 'DELETE')]],
    grants: onProcess('operate'),
  },
  'tasks.operate': { scope: 'operate', roles: operators, requirement: [changesTasks], grants: onProcess('operate') },
  'history.delete': { scope: 'operate', roles: operators, requirement: [[ofProcess('DELETE_HISTORY')]] },
  'decisions.operate': { scope: 'operate', roles: operators, requirement: [[ofDecision('UPDATE')]] },
  'filters.read': { scope: 'read', roles: programs, requirement: [[ofFilter('READ')]] },
  'filters.create': { scope: 'work', roles: programs, requirement: [[ofFilter('CREATE')]] },
  'filters.change': { scope: 'work', roles: programs, requirement: [[ofFilter('UPDATE')]] },
  'filters.delete': { scope: 'work', roles: programs, requirement: [[ofFilter('DELETE')]] },
  'applications.read': { ...designed, scope: 'read', grants: onApplication('see', 'design', 'deploy') },
  'applications.design': { ...designed, scope: 'administer', grants: onApplication('design') },
  'applications.deploy': { ...designed, scope: 'deploy', grants: onApplication('deploy') },
  'data-lists.read': { ...designed, scope: 'read', grants: onDataList('see', 'design') },
  'data-lists.design': { ...designed, scope: 'administer', grants: onDataList('design') },
  'email-templates.read': { ...designed, scope: 'read', grants: onEmailTemplate('see', 'design') },
  'email-templates.design': { ...designed, scope: 'administer', grants: onEmailTemplate('design') },
  'system-templates.read': { ...administered, scope: 'read', grants: onSystemTemplate('see', 'design') },
  'system-templates.design': { ...administered, scope: 'administer', grants: onSystemTemplate('design') },
} as const satisfies Record<string, RightRule>

export type Right = keyof typeof rules

export const allRights = Object.keys(rules) as readonly Right[]

/** Returns the roles that give a right everywhere, for messages. */
export function rolesOf(right: Right): readonly Role[] {
  return rules[right].roles
}

export function scopeOf(right: Right): Scope {
  return rules[right].scope
}

/** Returns what a right of a person covers: by roles and authorizations, within the limits of their API token. */
export function reachOf(person: Person, right: Right): Reach {
  const { scope, roles, requirement, grants }: RightRule = rules[right]
  if (!hasScope(person, scope) || (person.token?.topics != null && scope === 'work' && right !== 'external-tasks.work'))
    return nowhere
  const byRole = roles.some((role) => person.roles.includes(role)) ? everywhere : nowhere
  const byRoles = unite(byRole, reachByGrants(person.grants ?? [], grants ?? null))
  const reach = requirement.length === 0 ? byRoles : reachByAuthorizations(person.authorizations, requirement, byRoles)
  return intersect(reach, reachOfToken(person))
}

/** Returns what a right of a person covers without the roles of the product: by own roles and authorizations. */
export function reachWithoutRoles(person: Person, right: Right): Reach {
  return reachOf({ ...person, roles: [] }, right)
}

/** Returns whether the person's API token, if any, has a scope. */
export function hasScope({ token }: Person, scope: Scope): boolean {
  return token === null || token.scopes.includes(scope)
}

/** Returns the processes to which the user's API token is limited; all processes without such a token. */
export function reachOfToken({ token }: Person): Reach {
  return token?.processKeys == null ? everywhere : onlyTo(token.processKeys)
}

/**
 * Returns the roles that give a Camunda permission on all objects of a kind of resource: the roles of each right that
 * needs the permission.
 *
 * @param resource the number of the kind of resource.
 */
export function rolesForPermission(resource: number, permission: string): readonly Role[] {
  const needing = Object.values<RightRule>(rules).filter(({ requirement }) =>
    requirement.flat().some((needed) => resources[needed.resource] === resource && needed.permission === permission),
  )
  return operators.filter(
    (role) => role === 'RoleFullAPI' || (needing.length > 0 && needing.every(({ roles }) => roles.includes(role))),
  )
}

/**
 * Returns the objects for which own roles give a permission of Camunda: those for which they give every right that it
 * needs.
 */
export function grantedForPermission(grants: readonly Grant[], resource: number, permission: string): Reach {
  const needing = Object.values<RightRule>(rules).filter(({ requirement }) =>
    requirement.flat().some((needed) => resources[needed.resource] === resource && needed.permission === permission),
  )
  if (needing.length === 0) return nowhere
  return needing.map((rule) => reachByGrants(grants, rule.grants ?? null)).reduce(intersect)
}
