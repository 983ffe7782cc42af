import type { ListViewSharing } from '@millrace/contract'
import { hasRole, type Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { StoredView } from './list-view.ts'

type Shared = Pick<StoredView, 'owner_id' | 'sharing' | 'roles' | 'groups'>

/**
 * Returns whether the user may share views with everybody and change shared views: administrators of the workplace may.
 */
export function keepsViews(user: Person): boolean {
  return hasRole(user, ['RoleAdmin', 'RoleProcessAdmin'])
}

/** Returns whether a view is offered to the user. It shows no rows beyond the user's permissions. */
export function findsView(user: Person, { owner_id, sharing, roles, groups }: Shared): boolean {
  if (owner_id === user.id || sharing === 'everybody') return true
  if (sharing === 'nobody') return false
  return user.roles.some((role) => roles.includes(role)) || user.groups.some((key) => groups.includes(key))
}

/** Returns whether the user may change a view: their own, and shared ones as an administrator. */
export function mayChangeView(user: Person, view: Shared): boolean {
  return view.owner_id === user.id || (keepsViews(user) && findsView(user, view))
}

export function refuseViewChange(user: Person, view: Shared): Refusal | null {
  if (!findsView(user, view)) return noSuchView()
  if (mayChangeView(user, view)) return null
  return refuse(
    'right.missing',
    'Expected a view of your own, but somebody else has shared this one with you. Save it as a view of your own and change that.',
  )
}

/**
 * Checks that the user may share a view: everyone with their own groups, administrators with everybody. Earlier sharing
 * may stay. Returns null if so, otherwise a refusal.
 */
export function refuseSharing(user: Person, sharing: ListViewSharing, before: Shared | null): Refusal | null {
  if (sharing.with === 'nobody' || keepsViews(user)) return null
  if (sharing.with === 'everybody') return before?.sharing === 'everybody' ? null : notWithAll()
  if (sharing.roles.some((role) => !before?.roles.includes(role))) return notWithAll()
  const other = sharing.groups.find((key) => !user.groups.includes(key) && !before?.groups.includes(key))
  return other === undefined
    ? null
    : refuse(
        'right.missing',
        `Expected one of your groups, but you are not a member of “${other}”. Choose one of your groups.`,
      )
}

function notWithAll(): Refusal {
  return refuse(
    'right.missing',
    'Expected the role RoleAdmin or RoleProcessAdmin to share a view with everybody or with roles, but you do not have it. Share it with your groups.',
  )
}

export function noSuchView(): Refusal {
  return refuse('thing.not-found', 'Expected a view that is shared with you, but there is none with this id.')
}
