import { type AnswerOf, api, type Role, readRole, readRoleFlags, sessionLimits } from '@millrace/contract'
import type { QueryClient } from '@tanstack/react-query'
import { isUnreachable } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { setPageOwner } from '../api/page-owner.ts'
import { isAccessOld, refreshSession } from '../api/refresh-session.ts'
import { categoryMenuQuery } from '../queries/category-menu.ts'
import { customViewsQuery } from '../queries/custom-views.ts'
import { profileQuery, themeDataQuery, userThemesQuery } from '../theme/theme-queries.ts'
import { announceAccount } from './account-channel.ts'
import { forgetIdleEnd } from './idle-end.ts'
import { initQuery } from './init-query.ts'
import { type Session, sessionQuery, type Workplaces } from './session.ts'
import { rememberSignedIn } from './signed-in-hint.ts'

/** The parts that are loaded before the shell is shown (specification, section 4). */
export type StartupPart =
  | 'init'
  | 'userInfo'
  | 'defaultWorkplace'
  | 'workplaces'
  | 'timeout'
  | 'categories'
  | 'customViews'
  | 'themeData'
  | 'userThemes'
  | 'profile'

/** The error for a part of the start that could not be loaded. The cause is an `ApiError`, or an unexpected error. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
  readonly part: StartupPart

  constructor(part: StartupPart, cause: unknown) {
    super(`Expected the part “${part}” of the start, but it could not be loaded.`, { cause })
    this.part = part
  }
}

/**
 * Loads the session and all data of the shell. The first call runs alone: it finds out whether a user is signed in, and
 * which of the other calls are needed.
 *
 * @param onSignedIn called as soon as the user is known, if they were not known before, so that the data of the page
 * can be loaded concurrently.
 * @throws StartupError for the part that decides which page is opened: see `guards.ts`.
 */
export async function loadSession(client: QueryClient, onSignedIn?: () => void): Promise<Session> {
  const known = client.getQueryData(sessionQuery.queryKey)
  if (known !== undefined) return known
  const init = await load('init', loadInit())
  setPageOwner(init.USER_INFO.id)
  client.setQueryData(initQuery.queryKey, init)
  onSignedIn?.()
  const roles = new Set(init.ROLES.map(readRole).filter((role) => role !== null))
  const [user, , workplaces, timeout] = await all([
    load('userInfo', call(api.shell.userInfo)),
    load('defaultWorkplace', call(api.shell.defaultWorkplace)),
    load('workplaces', call(api.shell.workplaces)),
    load('timeout', loadTimeout()),
    load('categories', roles.has('RoleUser') ? client.fetchQuery(categoryMenuQuery) : null),
    load('customViews', client.fetchQuery(customViewsQuery)),
    load('themeData', client.fetchQuery(themeDataQuery)),
    load('userThemes', client.fetchQuery(userThemesQuery)),
    load('profile', client.fetchQuery(profileQuery)),
  ])
  const session = presentSession({ init, roles, user, workplaces, timeout })
  client.setQueryData(sessionQuery.queryKey, session)
  rememberSignedIn(true)
  forgetIdleEnd()
  announceAccount(init.USER_INFO.id)
  return session
}

/** Access that has run out is renewed first: else each call of the start would be refused before. */
async function loadInit() {
  if (isAccessOld()) await refreshSession({ isQuiet: true })
  return call(api.shell.init)
}

async function load<T>(part: StartupPart, value: T | Promise<T>): Promise<T> {
  try {
    return await value
  } catch (cause) {
    throw new StartupError(part, cause)
  }
}

/** Without an answer the specification's own time holds; a server that cannot be reached is another matter. */
async function loadTimeout(): Promise<number> {
  try {
    const seconds = await call(api.shell.sessionTimeout)
    return seconds > 0 ? seconds : sessionLimits.idleSeconds
  } catch (error) {
    if (isUnreachable(error)) throw error
    return sessionLimits.idleSeconds
  }
}

/** The values, where all are there; else the failure that says most: no answer at all, then in the order of the parts. */
async function all<const T extends readonly unknown[]>(parts: T) {
  const failures: StartupError[] = (await Promise.allSettled(parts)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  )
  const [first] = failures
  if (first !== undefined) throw failures.find(({ cause }) => isUnreachable(cause)) ?? first
  return Promise.all(parts)
}

function presentSession(from: {
  init: AnswerOf<typeof api.shell.init>
  roles: ReadonlySet<Role>
  user: AnswerOf<typeof api.shell.userInfo>
  workplaces: AnswerOf<typeof api.shell.workplaces>
  timeout: number
}): Session {
  const { init, roles, user, workplaces, timeout } = from
  return {
    userId: init.USER_INFO.id,
    username: user.username,
    preferredUsername: user.preferredUsername,
    roles,
    flags: readRoleFlags(init.ROLES),
    reaches: init.OPENS ?? {},
    idleTimeout: timeout,
    refreshMinutes: init.TOKEN_REFRESH_MINUTES,
    ...presentLinks(init),
    workplaces: readWorkplaces(workplaces),
  }
}

function readWorkplaces(answer: AnswerOf<typeof api.shell.workplaces>): Workplaces {
  const all = answer.workplaces
    .split(',')
    .map((reference) => reference.trim())
    .filter((reference) => reference !== '')
  const selected = answer.selectedWorkplace
  const others = all.filter((reference) => reference !== selected)
  return { selected, name: answer.selectedName, others, isAdvancedSso: answer.advancedSso }
}

/** Returns the session settings that can change during a session. */
export function presentLinks(
  init: AnswerOf<typeof api.shell.init>,
): Pick<Session, 'helpUrl' | 'privacyPolicy' | 'monitorUrl'> {
  return {
    helpUrl: init.HELP_URL,
    privacyPolicy: readPrivacyPolicy(init),
    monitorUrl: init.MONITOR_ENABLED ? init.MONITOR_URL : null,
  }
}

function readPrivacyPolicy({
  ENABLE_PRIVACY_POLICY: isOn,
  PRIVACY_POLICY_LINK_NAME: name,
  PRIVACY_POLICY_LINK_URL: url,
}: AnswerOf<typeof api.shell.init>): Session['privacyPolicy'] {
  return isOn && name && url ? { name, url } : null
}
