import { homeCategory } from '@millrace/contract'
import type { PageEntry } from '../../config/page-entry.ts'
import { Page as CategoryPage } from '../../features/start-process/category-page.tsx'
import { startableProcessesQuery } from '../../lib/queries/startable-processes.ts'

const user = { roles: ['RoleUser'] } as const
const process = { ...user, section: 'processes' } as const
const task = { ...user, section: 'tasks' } as const

/** The pages of ordinary users: starting processes, their processes and tasks, and their account. */
export const workPages: readonly PageEntry[] = [
  {
    ...user,
    path: '/category/view/$categoryName',
    title: 'menu.startProcess',
    section: 'start',
    help: 'startProcess',
    hasFirstTexts: true,
    prefetch: (client, { categoryName = homeCategory }) =>
      void client.prefetchQuery(startableProcessesQuery(categoryName)),
    // Most visits begin here: it comes with the program.
    load: async () => ({ Page: CategoryPage }),
  },
  {
    ...user,
    path: '/processes/viewprocess/$definitionId',
    title: 'pages.startForm',
    section: 'start',
    help: 'startForm',
    load: () => import('../../features/start-process/start-form-page.tsx'),
  },

  {
    ...process,
    path: '/processes/startedbyme',
    title: 'menu.startedByMe',
    inMenu: true,
    help: 'startedByMe',
    load: () => import('../../features/processes/started-by-me-page.tsx'),
  },
  {
    ...process,
    path: '/processes/processinstance/$instId/$menu',
    title: 'pages.instance',
    parent: '/processes/startedbyme',
    help: 'instance',
    load: () => import('../../features/processes/instance-page.tsx'),
  },
  {
    ...process,
    path: '/processes/involvingme',
    title: 'menu.allInvolved',
    inMenu: true,
    help: 'processesInvolved',
    load: () => import('../../features/processes/involving-me-page.tsx'),
  },
  {
    ...process,
    path: '/processes/drafts',
    title: 'menu.drafts',
    inMenu: true,
    help: 'processDrafts',
    load: () => import('../../features/drafts/process-drafts-page.tsx'),
  },

  {
    ...task,
    path: '/tasks/assigned',
    title: 'menu.assigned',
    inMenu: true,
    help: 'assigned',
    frame: 'tasks',
    load: () => import('../../features/tasks/no-task-open.tsx'),
  },
  {
    ...task,
    path: '/tasks/unclaimed',
    title: 'menu.unclaimed',
    inMenu: true,
    help: 'unclaimed',
    frame: 'tasks',
    load: () => import('../../features/tasks/no-task-open.tsx'),
  },
  {
    ...task,
    path: '/tasks/viewtask/$menuLocation/$taskId',
    title: 'pages.viewTask',
    help: 'viewTask',
    frame: 'tasks',
    load: () => import('../../features/tasks/task-page.tsx'),
  },
  {
    ...task,
    path: '/tasks/involvingme',
    title: 'menu.allInvolved',
    inMenu: true,
    help: 'tasksInvolved',
    frame: 'tasks',
    load: () => import('../../features/tasks/no-task-open.tsx'),
  },
  {
    ...task,
    path: '/tasks/completed',
    title: 'pages.completedTasks',
    parent: '/tasks/involvingme',
    help: 'completedTasks',
    load: () => import('../../features/tasks/completed-tasks-page.tsx'),
  },
  {
    ...task,
    path: '/tasks/drafts',
    title: 'menu.drafts',
    inMenu: true,
    help: 'taskDrafts',
    load: () => import('../../features/drafts/task-drafts-page.tsx'),
  },

  {
    ...user,
    path: '/user/dashboard',
    title: 'pages.dashboard',
    section: null,
    help: 'userDashboard',
    load: () => import('../../features/dashboard/dashboard-page.tsx'),
  },
  {
    path: '/search',
    title: 'pages.search',
    section: null,
    roles: ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin'],
    help: 'search',
    load: () => import('../../features/search/search-page.tsx'),
  },
  {
    ...user,
    path: '/user/notifications',
    title: 'pages.notifications',
    section: null,
    help: 'notifications',
    load: () => import('../../features/notices/notices-page.tsx'),
  },
  {
    ...user,
    path: '/user/profile',
    title: 'pages.profile',
    section: null,
    help: 'profile',
    load: () => import('../../features/profile/profile-page.tsx'),
  },
]
