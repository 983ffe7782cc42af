import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { PageSkeleton } from '../components/page/page-skeleton.tsx'
import type { PageEntry } from '../config/page-entry.ts'
import { paths } from '../config/paths.ts'
import { Page as NotFoundPage } from '../features/problem-pages/not-found-page.tsx'
import { PageCrash } from '../features/problem-pages/page-crash.tsx'
import { lazyPage } from '../lib/lazy-page.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { type RouterContext, requireRole, requireSession, welcomeAll, welcomeQuietly } from './guards.ts'
import { keepWorkplace } from './keep-workplace.ts'
import { findList, findTrail } from './page-trail.ts'
import { routeTable } from './route-table.ts'
import { parseSearch, stringifySearch } from './search-params.ts'
import { HelpFrame } from './shell/frame/help-frame.tsx'
import { ProblemFrame } from './shell/frame/problem-frame.tsx'
import { Shell } from './shell/frame/shell.tsx'
import { Starting } from './shell/frame/starting.tsx'
import { requireStandalone } from './standalone-guard.ts'

/** Loads the exports of a file, by name. */
type Load = () => Promise<Readonly<Record<string, unknown>>>

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

/** Addresses that lead elsewhere. */
const redirects = [
  createRedirect('/', () => paths.home),
  createRedirect('/usersgroups/usersAPI/$redirectTo', () => paths.unauthorized),
  createRedirect('/redirectTo/$taskId', ({ taskId }) => paths.secureTask(taskId ?? '')),
]

/** Pages without the shell: they work without a session. */
const barePages = [
  createBareRoute('/login', () => import('../features/login/login-page.tsx'), keepWorkplace),
  createBareRoute('/logout', () => import('../features/login/logout-page.tsx')),
  createBareRoute('/sessionLogout', () => import('../features/login/session-ended-page.tsx')),
  createBareRoute(paths.forgotPassword, () => import('../features/login/forgot-password-page.tsx')),
  createBareRoute(paths.choosePassword, () => import('../features/login/choose-password-page.tsx')),
  createBareRoute(paths.preHome, () => import('../features/login/pre-home-page.tsx')),
  createBareRoute('/applicationError', () => import('../features/problem-pages/application-error-page.tsx')),
]

/** What is wrong is said within the shell to who is signed in. */
const problemFrame = createRoute({
  getParentRoute: () => root,
  id: 'problem',
  beforeLoad: welcomeQuietly,
  pendingComponent: Starting,
  component: ProblemFrame,
})

const problemPages = [
  ...['/unauthorizedError', '/applications/$'].map((path) =>
    createRoute({
      getParentRoute: () => problemFrame,
      path,
      component: lazyPage(() => loadChunk(() => import('../features/problem-pages/unauthorized-page.tsx')), 'Page'),
    }),
  ),
  // Of unknown addresses, too.
  ...['/notFound', '/$'].map((path) =>
    createRoute({ getParentRoute: () => problemFrame, path, component: NotFoundPage }),
  ),
]

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: requireSession,
  pendingComponent: Starting,
  component: Shell,
})

/** Stays while one task gives way to another, and with it the list's place and scroll. */
const taskLayout = createRoute({
  getParentRoute: () => shell,
  id: 'tasks-layout',
  component: lazyPage(() => loadChunk(() => import('../features/tasks/tasks-layout.tsx')), 'Page'),
})

/** The whole window for one tool, in a session that goes on. */
const designerFrame = createRoute({
  getParentRoute: () => root,
  id: 'designer',
  beforeLoad: requireSession,
  pendingComponent: Starting,
  component: lazyPage(() => loadChunk(() => import('./shell/frame/designer-frame.tsx')), 'DesignerFrame'),
})

const standaloneFrame = createRoute({
  getParentRoute: () => root,
  id: 'standalone',
  component: lazyPage(() => loadChunk(() => import('./shell/frame/standalone-frame.tsx')), 'StandaloneFrame'),
})

const helpFrame = createRoute({
  getParentRoute: () => root,
  id: 'help',
  beforeLoad: welcomeAll,
  pendingComponent: Starting,
  component: HelpFrame,
})

/** The help texts of all pages. */
const helpPages = [
  createRoute({
    getParentRoute: () => helpFrame,
    path: '/help',
    component: lazyPage(() => loadChunk(loadHelp), 'Page'),
  }),
  createRoute({
    getParentRoute: () => helpFrame,
    path: '/help/$page',
    component: lazyPage(() => loadChunk(loadHelp), 'Page'),
  }),
  createRoute({
    getParentRoute: () => helpFrame,
    path: '/help/guide/$name',
    component: lazyPage(() => loadChunk(() => import('../features/guide/guide-page.tsx')), 'Page'),
  }),
]

const routeTree = root.addChildren([
  ...redirects,
  ...barePages,
  helpFrame.addChildren(helpPages),
  problemFrame.addChildren(problemPages),
  designerFrame.addChildren(createPageRoutes('designer', designerFrame)),
  standaloneFrame.addChildren(createPageRoutes('standalone', standaloneFrame)),
  shell.addChildren([
    ...createPageRoutes(undefined, shell),
    taskLayout.addChildren(createPageRoutes('tasks', taskLayout)),
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

/** The pages of the table with one frame. */
function createPageRoutes(frame: PageEntry['frame'], parent: AnyRoute) {
  return routeTable
    .filter((page) => page.frame === frame)
    .map((page) =>
      createRoute({
        getParentRoute: () => parent as typeof shell,
        path: page.path,
        staticData: { page, trail: findTrail(page), list: findList(page) },
        beforeLoad: frame === 'standalone' ? requireStandalone : requireRole(page),
        component: lazyPage(loadWithTexts(page), page.isNamedByHelp ? page.help : 'Page'),
      }),
    )
}

type Search = Readonly<Record<string, string | undefined>>

function createBareRoute(path: string, load: Load, beforeLoad?: (input: { readonly search: Search }) => void) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ search }) => beforeLoad?.({ search }),
    component: lazyPage(() => loadChunk(load), 'Page'),
  })
}

function createRedirect(path: string, findTarget: (params: Record<string, string | undefined>) => string) {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ to: findTarget(params), replace: true })
    },
  })
}

/** The page and the texts that it needs, at the same time. */
function loadWithTexts({ load: given, hasFirstTexts, section }: PageEntry): Load {
  const load: Load = given
  if (hasFirstTexts) return () => loadChunk(load)
  const texts = [() => import('../lib/page-texts.ts')]
  if (section === 'design' || section === 'integrate') texts.push(() => import('../lib/design-texts.ts'))
  if (section === 'engine') texts.push(() => import('../lib/engine-texts.ts'))
  return async () => (await Promise.all([loadChunk(load), ...texts.map(loadChunk)]))[0]
}

function loadHelp() {
  return import('./help-page.tsx')
}
