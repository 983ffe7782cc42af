import { type Found, readPreference, setPreference, usePreference } from '../../../lib/preferences.ts'
import { useOwner } from '../../../lib/session/use-owner.ts'

const most = 5

/** Returns the recent choices of the user in this workplace, and the function that records another one. */
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
