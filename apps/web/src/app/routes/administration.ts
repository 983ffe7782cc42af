import type { PageEntry } from '../../config/page-entry.ts'

const users = { section: 'users', roles: ['RoleUserAdmin'] } as const
const roles = { section: 'users', roles: ['RoleAdmin'] } as const
const admin = { section: 'admin', roles: ['RoleAdmin'] } as const

/** Users & Groups, Administration. */
export const administrationPages: readonly PageEntry[] = [
  {
    ...users,
    path: '/usersgroups/users',
    title: 'menu.users',
    inMenu: true,
    help: 'users',
    load: () => import('../../features/users/users-page.tsx'),
  },
  {
    ...users,
    path: '/usersgroups/users/$userId',
    title: 'pages.user',
    parent: '/usersgroups/users',
    help: 'user',
    load: () => import('../../features/users/user-page.tsx'),
  },
  {
    ...users,
    path: '/usersgroups/userImport',
    title: 'pages.userImport',
    parent: '/usersgroups/users',
    help: 'userImport',
  },
  {
    ...users,
    path: '/usersgroups/userProperties',
    title: 'menu.userProperties',
    inMenu: true,
    help: 'userProperties',
  },
  {
    ...users,
    path: '/usersgroups/userProperties/$userPropId',
    title: 'pages.userProperty',
    parent: '/usersgroups/userProperties',
    help: 'userProperty',
  },
  {
    ...users,
    path: '/usersgroups/groups',
    title: 'menu.groups',
    inMenu: true,
    help: 'groups',
  },
  {
    ...users,
    path: '/usersgroups/groups/$groupId',
    title: 'pages.group',
    parent: '/usersgroups/groups',
    help: 'group',
  },
  {
    ...users,
    path: '/usersgroups/hierarchies',
    title: 'menu.hierarchies',
    inMenu: true,
    help: 'hierarchies',
  },
  {
    ...users,
    path: '/usersgroups/hierarchies/$id',
    title: 'pages.hierarchy',
    parent: '/usersgroups/hierarchies',
    help: 'hierarchy',
  },
  {
    ...roles,
    path: '/usersgroups/roles',
    title: 'menu.roles',
    inMenu: 'restricted',
    help: 'roles',
  },
  {
    ...roles,
    path: '/usersgroups/roles/$roleName',
    title: 'pages.role',
    parent: '/usersgroups/roles',
    help: 'role',
  },

  {
    ...admin,
    path: '/admin/dashboard',
    title: 'menu.dashboard',
    inMenu: true,
    help: 'adminDashboard',
  },
  {
    ...admin,
    path: '/admin/importexport',
    title: 'menu.importExport',
    inMenu: true,
    help: 'importExport',
  },
  {
    ...admin,
    path: '/admin/systemTemplates',
    title: 'menu.systemTemplates',
    inMenu: true,
    help: 'systemTemplates',
    load: () => import('../../features/system-templates/system-templates-page.tsx'),
  },
  {
    ...admin,
    path: '/admin/audit',
    title: 'menu.auditHistory',
    inMenu: true,
    help: 'audit',
  },
  {
    ...admin,
    path: '/admin/audit/revision/$revisionNumber',
    title: 'pages.revision',
    parent: '/admin/audit',
    help: 'revision',
  },
  {
    ...admin,
    path: '/admin/audit/entityHistory/$entityName',
    title: 'pages.entityHistory',
    parent: '/admin/audit',
    help: 'entityHistory',
  },
  {
    ...admin,
    path: '/admin/settings',
    title: 'menu.settings',
    inMenu: true,
    help: 'settings',
  },
  {
    ...admin,
    path: '/admin/themes',
    title: 'menu.themes',
    inMenu: true,
    help: 'themes',
    load: () => import('../../features/themes/themes-page.tsx'),
  },
  {
    ...admin,
    path: '/admin/licenceManagement',
    title: 'menu.licenceManagement',
    inMenu: true,
    help: 'licence',
  },
]
