import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { PageSkeleton } from '../components/page/page-skeleton.tsx'
import type { PageEntry } from '../config/page-entry.ts'
import { paths } from '../config/paths.ts'
import { Page as NotFoundPage } from '../features/problem-pages/not-found-page.tsx'
import { PageCrash } from '../features/problem-pages/page-crash.tsx'
import { loadChunk } from '../lib/load-chunk.ts'
import { type RouterContext, requireRole, requireSession } from './guards.ts'
import { LaterPage } from './later-page.tsx'
import { routeTable } from './route-table.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { Shell } from './shell/shell.tsx'

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.home, replace: true })
  },
})

/** Pages without the shell: they work without a session. */
const barePages = [
  createBareRoute('/login', () => import('../features/login/login-page.tsx')),
  createBareRoute('/logout', () => import('../features/login/logout-page.tsx')),
  createBareRoute('/sessionLogout', () => import('../features/login/session-ended-page.tsx')),
  createBareRoute('/unauthorizedError', () => import('../features/problem-pages/unauthorized-page.tsx')),
  createBareRoute('/applications/$', () => import('../features/problem-pages/unauthorized-page.tsx')),
  createBareRoute('/applicationError', () => import('../features/problem-pages/application-error-page.tsx')),
  createRoute({ getParentRoute: () => root, path: '/notFound', component: NotFoundPage }),
]

const legacyRedirect = createRoute({
  getParentRoute: () => root,
  path: '/usersgroups/usersAPI/$redirectTo',
  beforeLoad: () => {
    throw redirect({ to: paths.unauthorized, replace: true })
  },
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: requireSession,
  component: Shell,
})

/** Stays while one task gives way to another, and with it the list's place and scroll. */
const taskLayout = createRoute({
  getParentRoute: () => shell,
  id: 'tasks-layout',
  component: lazyPage(() => import('../features/tasks/tasks-layout.tsx')),
})

const routeTree = root.addChildren([
  index,
  legacyRedirect,
  ...barePages,
  shell.addChildren([
    ...routeTable.filter((page) => page.layout === undefined).map((page) => createPageRoute(page, shell)),
    taskLayout.addChildren(
      routeTable.filter((page) => page.layout === 'tasks').map((page) => createPageRoute(page, taskLayout)),
    ),
  ]),
])

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: PageCrash,
    // Regions scroll inside the sheet and belong to their pages.
    scrollRestoration: false,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

function createPageRoute(page: PageEntry, parent: typeof shell | typeof taskLayout) {
  return createRoute({
    getParentRoute: () => parent as typeof shell,
    path: page.path,
    staticData: { page },
    beforeLoad: requireRole(page),
    component: page.load ? lazyPage(page.load) : LaterPage,
  })
}

function createBareRoute(path: string, load: NonNullable<PageEntry['load']>) {
  return createRoute({ getParentRoute: () => root, path, component: lazyPage(load) })
}

function lazyPage(load: NonNullable<PageEntry['load']>) {
  return lazyRouteComponent(() => loadChunk(load), 'Page')
}
