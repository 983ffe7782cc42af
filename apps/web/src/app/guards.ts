import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { PageEntry } from '../config/page-entry.ts'
import { paths } from '../config/paths.ts'
import { hasCode, isUnreachable } from '../lib/api/api-error.ts'
import { saveReturnUrl } from '../lib/session/return-url.ts'
import { hasRole, type Session, sessionQuery } from '../lib/session/session.ts'

export interface RouterContext {
  readonly queryClient: QueryClient
}

interface GuardInput {
  readonly context: RouterContext
  readonly location: { readonly href: string }
}

/**
 * Lets through who is signed in. Where the session cannot be had, the wanted address is kept and the user goes to the
 * page that says why (specification, section 4, start-up failures).
 */
export async function requireSession({ context, location }: GuardInput): Promise<Session> {
  try {
    return await context.queryClient.ensureQueryData(sessionQuery)
  } catch (error) {
    saveReturnUrl(location.href)
    throw redirect({ to: getFailurePage(error) })
  }
}

/** Lets through who has one of the page's roles. */
export function requireRole(page: PageEntry): (input: GuardInput) => Promise<void> {
  return async (input) => {
    const session = await requireSession(input)
    if (!hasRole(session, page.roles)) throw redirect({ to: paths.unauthorized })
  }
}

function getFailurePage(error: unknown): string {
  if (hasCode(error, 'session.missing')) return paths.login
  return isUnreachable(error) ? paths.applicationError : paths.unauthorized
}
