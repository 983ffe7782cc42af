/** The role names of the specification, section 6, with their advanced variants. */
export const roles = [
  'RoleAdmin',
  'RoleDesign',
  'RoleIntegration',
  'RoleProcessAdmin',
  'RoleUser',
  'RoleUserAdmin',
  'RoleFullAPI',
  'AdvRoleAdmin',
  'AdvRoleDesign',
  'AdvRoleIntegration',
  'AdvRoleUser',
  'AdvRoleUserAdmin',
] as const

export type Role = (typeof roles)[number]

/**
 * Other names that a role goes by: the legacy one, and the dotted one of newer systems. A role that comes from outside
 * (the claim of a provider, an imported user) may bear any of them.
 */
const otherNames: Readonly<Record<string, Role>> = {
  ROLE_ADMIN: 'RoleAdmin',
  ROLE_DESIGN: 'RoleDesign',
  ROLE_INTEGRATION: 'RoleIntegration',
  ROLE_PROCESS_ADMIN: 'RoleProcessAdmin',
  ROLE_USER: 'RoleUser',
  ROLE_USER_ADMIN: 'RoleUserAdmin',
  ROLE_FULL_API: 'RoleFullAPI',
  'millrace.administrator': 'RoleAdmin',
  'millrace.design': 'RoleDesign',
  'millrace.integration': 'RoleIntegration',
  'millrace.user': 'RoleUser',
  'millrace.user-admin': 'RoleUserAdmin',
}

/** Returns the role with a name, in any of its spellings; null for an unknown name. */
export function readRole(name: string): Role | null {
  if (Object.hasOwn(otherNames, name)) return otherNames[name] ?? null
  return roles.find((role) => role === name) ?? null
}

/** Lists all names under which a role may be stored. */
export function listNamesOf(role: Role): string[] {
  return [role, ...Object.keys(otherNames).filter((name) => otherNames[name] === role)]
}

/** All names of all roles of the product. Other names are those of own roles of a workplace. */
export const allRoleNames: readonly string[] = roles.flatMap(listNamesOf)

/**
 * Roles that every user administrator may give, also without having them: user administrators can create accounts, so
 * these roles give them no further permissions.
 */
export const ordinaryRoles: ReadonlySet<Role> = new Set([
  'RoleUser',
  'AdvRoleAdmin',
  'AdvRoleDesign',
  'AdvRoleIntegration',
  'AdvRoleUser',
  'AdvRoleUserAdmin',
])

/** Returns whether a user administrator with these roles may give a role: nobody gives permissions that they lack. */
export function mayGiveRole(held: ReadonlySet<Role>, role: Role): boolean {
  return held.has('RoleAdmin') || held.has(role) || ordinaryRoles.has(role)
}

/**
 * The permissions of a user that follow from their roles. Advanced variants of roles set no flag: they show menu
 * entries, but permit no page or call.
 */
export interface RoleFlags {
  readonly isAdmin: boolean
  readonly isDesign: boolean
  readonly isIntegration: boolean
  readonly isProcessAdmin: boolean
  readonly isUser: boolean
  readonly isUserAdmin: boolean
  readonly isFullApi: boolean
}

export function readRoleFlags(names: readonly string[]): RoleFlags {
  const held = new Set(names.map(readRole))
  return {
    isAdmin: held.has('RoleAdmin'),
    isDesign: held.has('RoleDesign'),
    isIntegration: held.has('RoleIntegration'),
    isProcessAdmin: held.has('RoleProcessAdmin'),
    isUser: held.has('RoleUser'),
    isUserAdmin: held.has('RoleUserAdmin'),
    isFullApi: held.has('RoleFullAPI'),
  }
}
