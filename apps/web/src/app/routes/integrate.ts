import type { PageEntry } from '../../config/page-entry.ts'

const integrate = { section: 'integrate', roles: ['RoleIntegration'] } as const
const system = { ...integrate, parent: '/integrate/externalsystems/$externalSystemId' } as const
const api = { ...integrate, parent: '/integrate/externalsystems/$externalSystemId/apis/$apiId' } as const

type ExternalPages = typeof import('../../features/external-systems/external-pages.tsx')

const load = () => import('../../features/external-systems/external-pages.tsx')

/** One of the pages of external systems, which come with one file. */
const external = (part: keyof ExternalPages) => ({ load, part })

/** Integrate: external systems, how they are reached and what is called there. */
export const integratePages: readonly PageEntry[] = [
  {
    ...integrate,
    path: '/integrate/externalsystems',
    title: 'menu.externalSystems',
    inMenu: true,
    help: 'externalSystems',
    ...external('ExternalSystemsPage'),
  },
  {
    ...integrate,
    path: '/integrate/externalsystems/new',
    title: 'pages.newExternalSystem',
    parent: '/integrate/externalsystems',
    help: 'newExternalSystem',
    ...external('NewExternalSystem'),
  },
  {
    ...integrate,
    path: '/integrate/externalsystems/$externalSystemId',
    title: 'pages.externalSystem',
    parent: '/integrate/externalsystems',
    help: 'externalSystem',
    ...external('KnownExternalSystem'),
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/apis/new',
    title: 'pages.newApi',
    help: 'newApi',
    ...external('NewApi'),
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId',
    title: 'pages.api',
    help: 'api',
    ...external('KnownApi'),
  },
  {
    ...api,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId/fileadapters/$fileadapterid',
    title: 'pages.fileAdapter',
    help: 'fileAdapter',
  },
  {
    ...api,
    path: '/integrate/externalsystems/$externalSystemId/apis/$apiId/file/$connectionId',
    title: 'pages.fileConnection',
    help: 'fileConnection',
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/rest/$connectionId',
    title: 'pages.restConnection',
    help: 'restConnection',
    ...external('RestConnection'),
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/database/$connectionId',
    title: 'pages.databaseConnection',
    help: 'databaseConnection',
    ...external('DatabaseConnection'),
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/sqladapters/$sqladapterId',
    title: 'pages.sqlAdapter',
    help: 'sqlAdapter',
    ...external('SqlAdapter'),
  },
  {
    ...system,
    path: '/integrate/externalsystems/$externalSystemId/restadapters/$restadapterId',
    title: 'pages.restAdapter',
    help: 'restAdapter',
    ...external('RestAdapter'),
  },
]
