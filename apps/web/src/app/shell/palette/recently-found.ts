import { type Found, readPreference, setPreference, usePreference } from '../../../lib/preferences.ts'
import { useSession } from '../../../lib/session/session.ts'

const most = 5

/** What this user has chosen lately, and what notes another choice. */
export function useRecentlyFound(): { readonly recent: readonly Found[]; readonly note: (found: Found) => void } {
  const { username } = useSession()
  const [all] = usePreference('recentlyFound')
  return {
    recent: all[username] ?? [],
    note: (found) => {
      const before = readPreference('recentlyFound')
      const others = (before[username] ?? []).filter(({ to }) => to !== found.to)
      setPreference('recentlyFound', { ...before, [username]: [found, ...others].slice(0, most) })
    },
  }
}
