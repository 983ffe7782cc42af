import type { firstTexts, Role } from '@millrace/contract'

export type MenuLabel = keyof typeof firstTexts.menu

/** The sections of the menu in their order, with their roles (specification, section 6). */
export const sections = [
  { id: 'start', label: 'startProcess', roles: ['RoleUser', 'AdvRoleUser'] },
  { id: 'processes', label: 'myProcesses', roles: ['RoleUser', 'AdvRoleUser'] },
  { id: 'tasks', label: 'myTasks', roles: ['RoleUser', 'AdvRoleUser'] },
  { id: 'engine', label: 'processEngine', roles: ['RoleProcessAdmin'] },
  { id: 'design', label: 'design', roles: ['RoleDesign'] },
  { id: 'integrate', label: 'integrate', roles: ['RoleIntegration'] },
  { id: 'users', label: 'usersAndGroups', roles: ['RoleUserAdmin'] },
  { id: 'admin', label: 'administration', roles: ['RoleAdmin'] },
] as const satisfies readonly { id: string; label: MenuLabel; roles: readonly Role[] }[]

export type SectionId = (typeof sections)[number]['id']
