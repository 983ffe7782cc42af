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
