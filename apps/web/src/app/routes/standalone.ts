import type { PageEntry } from '../../config/page-entry.ts'

const standalone = { section: null, roles: [], frame: 'standalone' } as const

/** Pages of one form, for links in mails and on other sites. `$external` is `secure` or `external`. */
export const standalonePages: readonly PageEntry[] = [
  {
    ...standalone,
    path: '/standalone/$external/$processOrTask/viewprocess/$definitionId',
    title: 'pages.standaloneProcess',
    help: 'standaloneProcess',
  },
  {
    ...standalone,
    path: '/standalone/$external/$processOrTask/viewtask/$taskId',
    title: 'pages.standaloneTask',
    help: 'standaloneTask',
  },
  {
    ...standalone,
    path: '/standalone/$external/$processOrTask/success',
    title: 'pages.standaloneSuccess',
    help: 'standaloneSuccess',
  },
]
