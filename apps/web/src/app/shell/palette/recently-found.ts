import { type Found, readPreference, setPreference, usePreference } from '../../../lib/preferences.ts'
import { useOwner } from '../../../lib/session/use-owner.ts'

const most = 5

/** What this user has chosen lately in this workplace, and what notes another choice. */
export function useRecentlyFound(): { readonly recent: readonly Found[]; readonly note: (found: Found) => void } {
  const owner = useOwner()
  const [all] = usePreference('recentlyFound')
  return {
    recent: all[owner] ?? [],
    note: (found) => {
      const before = readPreference('recentlyFound')
      const others = (before[owner] ?? []).filter(({ to }) => to !== found.to)
      setPreference('recentlyFound', { ...before, [owner]: [found, ...others].slice(0, most) })
    },
  }
}
