import { api, type Role } from '@millrace/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Who is signed in, and what of the product depends on it. */
export interface Session {
  readonly username: string
  readonly displayName: string
  readonly roles: ReadonlySet<Role>
  /** Seconds without a request after which the session ends. */
  readonly idleTimeout: number
  readonly helpUrl: string | null
  readonly privacyPolicy: { readonly name: string; readonly url: string } | null
  readonly monitorUrl: string | null
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: loadSession,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** Only inside the shell, whose guard has loaded it. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** True when any role is enough, or the user has one of these. */
export function hasRole(session: Session, roles: readonly Role[]): boolean {
  return roles.length === 0 || roles.some((role) => session.roles.has(role))
}

async function loadSession(): Promise<Session> {
  const [init, about, idleTimeout] = await Promise.all([
    call(api.shell.init),
    call(api.about.about),
    call(api.shell.sessionTimeout),
  ])
  const fullName = [about.firstName, about.lastName].filter(Boolean).join(' ')
  return {
    username: init.USER_INFO.username,
    displayName: fullName === '' ? init.USER_INFO.username : fullName,
    roles: new Set(init.ROLES),
    idleTimeout,
    helpUrl: init.HELP_URL,
    privacyPolicy: readPrivacyPolicy(init),
    monitorUrl: init.MONITOR_ENABLED ? init.MONITOR_URL : null,
  }
}

function readPrivacyPolicy(init: {
  ENABLE_PRIVACY_POLICY: boolean
  PRIVACY_POLICY_LINK_NAME: string | null
  PRIVACY_POLICY_LINK_URL: string | null
}): Session['privacyPolicy'] {
  const { ENABLE_PRIVACY_POLICY: isOn, PRIVACY_POLICY_LINK_NAME: name, PRIVACY_POLICY_LINK_URL: url } = init
  return isOn && name && url ? { name, url } : null
}
