import type { PageEntry } from '../../config/page-entry.ts'

const common = { section: 'users', roles: ['RoleAdmin'] } as const

/** Pages of directories. */
export const directoryPages: readonly PageEntry[] = [
  {
    ...common,
    path: '/usersgroups/directories',
    title: 'pages.directories',
    inPalette: true,
    help: 'directories',
    load: () => import('../../features/directories/directories-page.tsx'),
  },
  {
    ...common,
    path: '/usersgroups/directories/$id',
    title: 'pages.directory',
    parent: '/usersgroups/directories',
    help: 'directory',
    load: () => import('../../features/directories/directory-page.tsx'),
  },
]
