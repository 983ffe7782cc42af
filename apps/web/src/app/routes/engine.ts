import type { PageEntry } from '../../config/page-entry.ts'

/** The same pages for those who run processes and for administrators. */
const engine = { section: 'engine', roles: ['RoleProcessAdmin', 'RoleAdmin'] } as const

/** Process Engine: what is deployed and what runs. */
export const enginePages: readonly PageEntry[] = [
  {
    ...engine,
    path: '/processengine/deployment',
    title: 'menu.deployments',
    inMenu: true,
    help: 'deployments',
    load: () => import('../../features/deployments/deployments-page.tsx'),
  },
  {
    ...engine,
    path: '/processengine/deployment/$id',
    title: 'pages.deployment',
    parent: '/processengine/deployment',
    help: 'deployment',
    load: () => import('../../features/deployments/deployment-page.tsx'),
  },
  {
    ...engine,
    path: '/processengine/processdefinitions',
    title: 'menu.definitions',
    inMenu: true,
    help: 'definitions',
  },
  {
    ...engine,
    path: '/processengine/processdefinitions/$defId',
    title: 'pages.definition',
    parent: '/processengine/processdefinitions',
    help: 'definition',
  },
  {
    ...engine,
    path: '/processengine/processes',
    title: 'menu.instances',
    inMenu: true,
    views: 'processes',
    help: 'engineProcesses',
  },
  {
    ...engine,
    path: '/processengine/processes/processinstance/$instId/$menu',
    title: 'pages.instance',
    parent: '/processengine/processes',
    help: 'instance',
    load: () => import('../../features/processes/instance-page.tsx'),
  },
  {
    ...engine,
    path: '/processengine/processes/customview/$customViewId',
    title: 'pages.processView',
    parent: '/processengine/processes',
    help: 'processView',
  },
  {
    ...engine,
    path: '/processengine/processes/customview/$customViewId/copy',
    title: 'pages.copyProcessView',
    parent: '/processengine/processes',
    help: 'copyProcessView',
  },
  {
    ...engine,
    path: '/processengine/tasks',
    title: 'menu.tasks',
    inMenu: true,
    views: 'tasks',
    help: 'engineTasks',
  },
  {
    ...engine,
    path: '/processengine/tasks/$taskId',
    title: 'pages.task',
    parent: '/processengine/tasks',
    help: 'engineTask',
  },
  {
    ...engine,
    path: '/processengine/tasks/customview/$customViewId',
    title: 'pages.taskView',
    parent: '/processengine/tasks',
    help: 'taskView',
  },
  {
    ...engine,
    path: '/processengine/tasks/customview/$customViewId/copy',
    title: 'pages.copyTaskView',
    parent: '/processengine/tasks',
    help: 'copyTaskView',
  },
  { ...engine, path: '/processengine/jobs', title: 'menu.jobs', inMenu: true, help: 'jobs' },
  {
    ...engine,
    path: '/processengine/jobs/$jobId',
    title: 'pages.job',
    parent: '/processengine/jobs',
    help: 'job',
  },
  {
    ...engine,
    path: '/processengine/processFailure',
    title: 'menu.processErrors',
    inMenu: true,
    help: 'processErrors',
  },
]
