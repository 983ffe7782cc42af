import type { Opening, Role, RoleFlags, ShownReach } from '@millrace/contract'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

/** The signed-in user, with the data of the product that depends on them. */
export interface Session {
  /** Id of the account. Unlike the user name, no later account has the same. */
  readonly userId: string
  readonly username: string
  readonly preferredUsername: string
  readonly roles: ReadonlySet<Role>
  readonly flags: RoleFlags
  /** The objects that the user reaches by rights other than those roles, such as by own roles. */
  readonly reaches: Readonly<Partial<Record<Opening, ShownReach>>>
  /** Seconds without a request after which the session ends. */
  readonly idleTimeout: number
  /** Minutes between the refreshes that happen by themselves. */
  readonly refreshMinutes: number
  readonly helpUrl: string | null
  readonly privacyPolicy: { readonly name: string; readonly url: string } | null
  readonly monitorUrl: string | null
  readonly workplaces: Workplaces
}

export interface Workplaces {
  /** The workplace that the user works in. */
  readonly selected: string
  /** The name of the workplace for users. */
  readonly name: string
  /** The workplaces to which the user may change. */
  readonly others: readonly string[]
  readonly isAdvancedSso: boolean
}

/** The query of the session, whose data the guard of the shell provides: see `load-session.ts`. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: (): Promise<Session> =>
    Promise.reject(new Error('Expected the guard of the shell to have loaded the session, but it has not.')),
  // Not even a refresh of everything asks for it.
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
})

/** Returns the session. Use it only inside the shell, whose guard has loaded the session. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** Returns whether the user has a role of the page, or a right that opens it. */
export function mayOpen(
  session: Pick<Session, 'roles' | 'reaches'>,
  { roles, opensTo = [] }: { readonly roles: readonly Role[]; readonly opensTo?: readonly Opening[] },
): boolean {
  return hasRole(session, roles) || opensTo.some((right) => session.reaches[right] !== undefined)
}

/** Returns whether the user may open a page only by a right, without a role of the page. */
export function isOpenedByRight(
  session: Pick<Session, 'roles' | 'reaches'>,
  page: { readonly roles: readonly Role[]; readonly opensTo?: readonly Opening[] },
): boolean {
  return !hasRole(session, page.roles) && mayOpen(session, page)
}

/** Returns whether a right of the user covers an object; null: all objects, for example to create one. */
export function reaches({ reaches: all }: Pick<Session, 'reaches'>, right: Opening, thing: string | null): boolean {
  const reach = all[right]
  if (reach === undefined) return false
  return thing === null ? reach.isEverywhere : reach.keys.includes(thing) !== reach.isEverywhere
}

/** Returns whether the user has one of the roles. Without roles it is always true. */
export function hasRole(session: Pick<Session, 'roles'>, roles: readonly Role[]): boolean {
  return roles.length === 0 || roles.some((role) => session.roles.has(role))
}
