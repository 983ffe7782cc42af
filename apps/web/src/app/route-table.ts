import type { PageEntry } from '../config/page-entry.ts'

const user = ['RoleUser'] as const
const operator = ['RoleProcessAdmin', 'RoleAdmin'] as const
const designer = ['RoleDesign'] as const
const integrator = ['RoleIntegration'] as const
const userAdmin = ['RoleUserAdmin'] as const
const admin = ['RoleAdmin'] as const

export const routeTable: readonly PageEntry[] = [
  {
    path: '/category/view/$categoryName',
    title: 'startProcess',
    section: 'start',
    roles: user,
    help: 'start-process',
    load: () => import('../features/start-process/category-page.tsx'),
  },
  {
    path: '/processes/viewprocess/$definitionId',
    title: 'startProcess',
    section: 'start',
    roles: user,
    help: 'start-process',
    load: () => import('../features/start-process/start-form-page.tsx'),
  },

  {
    path: '/processes/startedbyme',
    title: 'startedByMe',
    section: 'processes',
    roles: user,
    inMenu: true,
    help: 'my-processes',
    load: () => import('../features/processes/started-by-me-page.tsx'),
  },
  {
    path: '/processes/processinstance/$instId/$menu',
    title: 'instances',
    section: 'processes',
    roles: user,
    parent: { path: '/processes/startedbyme', title: 'startedByMe' },
    help: 'instance',
    load: () => import('../features/processes/instance-page.tsx'),
  },
  { path: '/processes/involvingme', title: 'allInvolved', section: 'processes', roles: user, inMenu: true },
  { path: '/processes/drafts', title: 'drafts', section: 'processes', roles: user, inMenu: true },

  {
    path: '/tasks/assigned',
    title: 'assigned',
    section: 'tasks',
    roles: user,
    inMenu: true,
    help: 'my-tasks',
    layout: 'tasks',
    load: () => import('../features/tasks/no-task-open.tsx'),
  },
  {
    path: '/tasks/unclaimed',
    title: 'unclaimed',
    section: 'tasks',
    roles: user,
    inMenu: true,
    help: 'my-tasks',
    layout: 'tasks',
    load: () => import('../features/tasks/no-task-open.tsx'),
  },
  {
    path: '/tasks/viewtask/$menuLocation/$taskId',
    title: 'assigned',
    section: 'tasks',
    roles: user,
    help: 'my-tasks',
    layout: 'tasks',
    load: () => import('../features/tasks/task-page.tsx'),
  },
  { path: '/tasks/involvingme', title: 'allInvolved', section: 'tasks', roles: user, inMenu: true },
  { path: '/tasks/drafts', title: 'drafts', section: 'tasks', roles: user, inMenu: true },

  {
    path: '/processengine/deployment',
    title: 'deployments',
    section: 'engine',
    roles: operator,
    inMenu: true,
    help: 'deployments',
    load: () => import('../features/deployments/deployments-page.tsx'),
  },
  {
    path: '/processengine/deployment/$id',
    title: 'deployments',
    section: 'engine',
    roles: operator,
    parent: { path: '/processengine/deployment', title: 'deployments' },
    help: 'deployments',
    load: () => import('../features/deployments/deployment-page.tsx'),
  },
  { path: '/processengine/processdefinitions', title: 'definitions', section: 'engine', roles: operator, inMenu: true },
  { path: '/processengine/processes', title: 'instances', section: 'engine', roles: operator, inMenu: true },
  {
    path: '/processengine/processes/processinstance/$instId/$menu',
    title: 'instances',
    section: 'engine',
    roles: operator,
    parent: { path: '/processengine/processes', title: 'instances' },
    help: 'instance',
    load: () => import('../features/processes/instance-page.tsx'),
  },
  { path: '/processengine/tasks', title: 'tasks', section: 'engine', roles: operator, inMenu: true },
  { path: '/processengine/jobs', title: 'jobs', section: 'engine', roles: operator, inMenu: true },
  { path: '/processengine/processFailure', title: 'processErrors', section: 'engine', roles: operator, inMenu: true },

  { path: '/design/applications', title: 'applications', section: 'design', roles: designer, inMenu: true },
  { path: '/design/categories', title: 'categories', section: 'design', roles: designer, inMenu: true },
  {
    path: '/design/globalProcessProperties',
    title: 'globalProperties',
    section: 'design',
    roles: designer,
    inMenu: true,
  },
  { path: '/design/applications/appprocesses', title: 'processes', section: 'design', roles: designer, inMenu: true },
  { path: '/design/forms', title: 'forms', section: 'design', roles: designer, inMenu: true },
  { path: '/design/formTemplates', title: 'formTemplates', section: 'design', roles: designer, inMenu: true },
  { path: '/design/emailTemplates', title: 'emailTemplates', section: 'design', roles: designer, inMenu: true },
  { path: '/design/customdatalist', title: 'customDataList', section: 'design', roles: designer, inMenu: true },

  {
    path: '/integrate/externalsystems',
    title: 'externalSystems',
    section: 'integrate',
    roles: integrator,
    inMenu: true,
  },

  { path: '/usersgroups/users', title: 'users', section: 'users', roles: userAdmin, inMenu: true },
  { path: '/usersgroups/userProperties', title: 'userProperties', section: 'users', roles: userAdmin, inMenu: true },
  { path: '/usersgroups/groups', title: 'groups', section: 'users', roles: userAdmin, inMenu: true },
  { path: '/usersgroups/hierarchies', title: 'hierarchies', section: 'users', roles: userAdmin, inMenu: true },
  { path: '/usersgroups/roles', title: 'roles', section: 'users', roles: admin, inMenu: 'restricted' },

  { path: '/admin/dashboard', title: 'dashboard', section: 'admin', roles: admin, inMenu: true },
  { path: '/admin/importexport', title: 'importExport', section: 'admin', roles: admin, inMenu: true },
  { path: '/admin/systemTemplates', title: 'systemTemplates', section: 'admin', roles: admin, inMenu: true },
  { path: '/admin/audit', title: 'auditHistory', section: 'admin', roles: admin, inMenu: true },
  { path: '/admin/settings', title: 'settings', section: 'admin', roles: admin, inMenu: true },
  { path: '/admin/themes', title: 'themes', section: 'admin', roles: admin, inMenu: true },
  { path: '/admin/licenceManagement', title: 'licenceManagement', section: 'admin', roles: admin, inMenu: true },
]
