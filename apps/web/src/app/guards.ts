import { api } from '@millrace/contract'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { showToast } from '../components/toast/show-toast.tsx'
import type { PageEntry } from '../config/page-entry.ts'
import { paths } from '../config/paths.ts'
import { ApiError, isSignedOut, isUnreachable } from '../lib/api/api-error.ts'
import { call } from '../lib/api/call.ts'
import { describeError } from '../lib/api/describe-error.ts'
import { t } from '../lib/i18n.ts'
import { loadSession, StartupError, type StartupPart } from '../lib/session/load-session.ts'
import { savePreviousUrl, saveReturnUrl } from '../lib/session/return-url.ts'
import { mayOpen, type Session } from '../lib/session/session.ts'
import { findFirstPage } from './first-page.ts'

export interface RouterContext {
  readonly queryClient: QueryClient
}

interface GuardInput {
  readonly context: RouterContext
  readonly location: { readonly href: string; readonly pathname?: string }
  /** From the outermost route to the page. */
  readonly matches?: readonly {
    readonly staticData: { readonly page?: PageEntry }
    readonly params: Readonly<Record<string, string | undefined>>
  }[]
}

/**
 * Requires a session. If the start fails, the user goes to the page for that failure (specification, section 4,
 * start-up failures).
 */
export async function requireSession({ context, location, matches = [] }: GuardInput): Promise<Session> {
  const { queryClient } = context
  const match = matches.at(-1)
  try {
    return await loadSession(queryClient, () => match?.staticData.page?.prefetch?.(queryClient, match.params))
  } catch (error) {
    if (!(error instanceof StartupError && error.cause instanceof ApiError)) throw error
    throw redirect({ ...(await findFailurePage(error.part, error.cause, location.href)), replace: true })
  }
}

/** Opens a page for everybody, with their session if they have one. */
export async function welcomeAll(input: GuardInput): Promise<void> {
  try {
    await loadSession(input.context.queryClient)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    // Whatever else goes wrong is told where it is needed.
    if (!isSignedOut(error.cause)) await requireSession(input)
  }
}

/** Opens an error page for everybody, with their session if it can be loaded. */
export async function welcomeQuietly({ context }: GuardInput): Promise<void> {
  try {
    await loadSession(context.queryClient)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
  }
}

/**
 * Requires one of the page's roles, or a right that opens the page. Advanced variants of a role do not count. Home
 * redirects to the user's first page.
 */
export function requireRole(page: PageEntry): (input: GuardInput) => Promise<void> {
  return async (input) => {
    const session = await requireSession(input)
    if (mayOpen(session, page)) return
    const isHome = input.location.pathname === paths.home
    throw redirect(isHome ? { to: findFirstPage(session), replace: true } : { to: paths.unauthorized })
  }
}

/** Returns the page for a failed part of the start, after storing the requested address and showing the failure. */
export async function findFailurePage(
  part: StartupPart | 'standalone',
  cause: ApiError,
  href: string,
): Promise<{ to: string; search?: Record<string, string> }> {
  if (isSignedOut(cause)) {
    saveReturnUrl(href)
    return { to: paths.login }
  }
  if (isUnreachable(cause)) {
    savePreviousUrl(href)
    return { to: paths.applicationError }
  }
  if (part === 'defaultWorkplace' && cause.status === 404) return findPreHome(href)
  if (part === 'init') savePreviousUrl(href)
  showToast({ kind: 'error', title: t(failureTitles[part]), text: describeError(cause).message })
  return { to: paths.unauthorized }
}

/** Who has no workplace to begin in chooses one first. */
async function findPreHome(href: string) {
  try {
    const { preferredUsername } = await call(api.shell.userInfo)
    return { to: paths.preHome, search: { user: preferredUsername } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return findFailurePage('userInfo', error, href)
  }
}

/** The titles of failures, by part. */
const failureTitles = {
  init: 'catalogue.request',
  userInfo: 'catalogue.request',
  defaultWorkplace: 'catalogue.request',
  workplaces: 'catalogue.request',
  timeout: 'catalogue.request',
  categories: 'catalogue.categories',
  customViews: 'catalogue.taskCustomViews',
  themeData: 'catalogue.themeData',
  userThemes: 'catalogue.userThemes',
  profile: 'catalogue.profile',
  standalone: 'catalogue.request',
} as const satisfies Record<StartupPart | 'standalone', string>
