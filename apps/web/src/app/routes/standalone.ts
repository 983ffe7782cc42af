import type { PageEntry } from '../../config/page-entry.ts'

const standalone = { section: null, roles: [], frame: 'standalone' } as const

/** The pages with a single form, for links in mails and on other sites. `$external` is `secure` or `external`. */
export const standalonePages: readonly PageEntry[] = [
  {
    ...standalone,
    path: '/standalone/$external/$processOrTask/viewprocess/$definitionId',
    title: 'pages.standaloneProcess',
    help: 'standaloneProcess',
    load: () => import('../../features/start-process/standalone-start-page.tsx'),
  },
  {
    ...standalone,
    path: '/standalone/$external/$processOrTask/viewtask/$taskId',
    title: 'pages.standaloneTask',
    help: 'standaloneTask',
    load: () => import('../../features/tasks/standalone-task-page.tsx'),
  },
  {
    ...standalone,
    path: '/standalone/$external/$processOrTask/answer',
    title: 'pages.standaloneAnswer',
    help: 'standaloneAnswer',
    load: () => import('../../features/notices/answer-page.tsx'),
  },
  {
    ...standalone,
    path: '/standalone/$external/$processOrTask/success',
    title: 'pages.standaloneSuccess',
    help: 'standaloneSuccess',
    load: () => import('../../features/standalone/success-page.tsx'),
  },
]
