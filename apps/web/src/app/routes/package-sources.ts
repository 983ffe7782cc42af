import type { PageEntry } from '../../config/page-entry.ts'

const common = { section: 'admin', roles: ['RoleAdmin'] } as const

/** Pages of package sources. */
export const packageSourcePages: readonly PageEntry[] = [
  {
    ...common,
    path: '/admin/package-sources',
    title: 'pages.packageSources',
    inPalette: true,
    help: 'packageSources',
    load: () => import('../../features/package-sources/package-sources-page.tsx'),
  },
  {
    ...common,
    path: '/admin/package-sources/$id',
    title: 'pages.packageSource',
    parent: '/admin/package-sources',
    help: 'packageSource',
    load: () => import('../../features/package-sources/package-source-page.tsx'),
  },
]
