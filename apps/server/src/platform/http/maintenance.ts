import { hasRole, type Person } from '../auth/user.ts'
import { type Refusal, refuse } from '../errors/refusal.ts'
import type { InstallationSettings } from '../settings/installation-settings.ts'

/**
 * The maintenance mode of the installation: everybody can read, and only administrators of the default workplace, who
 * can end it, can change anything.
 */
export interface Maintenance {
  /**
   * Returns why a call that changes something is refused; null: it is not.
   *
   * @param user null for nobody who is signed in.
   */
  refuse(user: Person | null): Refusal | null
}

export function createMaintenance({
  current,
  defaultWorkplaceId,
}: Pick<InstallationSettings, 'current' | 'defaultWorkplaceId'>): Maintenance {
  return {
    refuse: (user) => {
      const { 'maintenance.enabled': isOn, 'maintenance.text': text } = current()
      if (!isOn) return null
      if (user !== null && user.workplaceId === defaultWorkplaceId() && hasRole(user, ['RoleAdmin'])) return null
      const why = text === '' ? '' : ` ${text}`
      return refuse(
        'server.maintenance',
        `The installation is in maintenance mode.${why} Nothing was saved. Try again later.`,
      )
    },
  }
}
