import { api, type ListDescription, type SavedView } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../../../lib/api/call-query.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { useOwner } from '../../../lib/session/use-owner.ts'

/** The views of a list that its user finds, and the one in the address. */
export interface UsedViews {
  readonly items: readonly SavedView[]
  readonly defaultId: string | null
  /** The saved view; null for the list without a view, and for a built-in view. */
  readonly current: SavedView | null
  /** Whether the address names a view that does not exist. */
  readonly isGone: boolean
  readonly error: Error | null
  /** Whether the view that decides the state of the list is still loading. */
  readonly isAwaited: boolean
}

/**
 * Returns the user's views of a list, and the default one.
 *
 * @param only the view of a page for one view; then no other views are loaded.
 */
export function useSavedViews(list: ListDescription, only: SavedView | null) {
  const { data, error, isPending } = useQuery({
    ...callQuery(api.listViews.list, { query: { list: list.name } }),
    staleTime: 60_000,
    enabled: only === null,
  })
  const [remembered, remember] = useKnownDefault(list)
  useEffect(() => {
    if (data !== undefined) remember(data.defaultId)
  }, [data, remember])
  if (only !== null)
    return { views: { items: [only], defaultId: null }, remembered: null, error: null, isPending: false }
  return { views: data, remembered, error, isPending }
}

/** Returns the default view as last known, so that the list is not shown without it first. */
function useKnownDefault({ name }: ListDescription) {
  const owner = useOwner()
  const [all, setAll] = usePreference('knownDefaultViews')
  const key = `${owner}/${name}`
  const set = (id: string | null) => {
    if ((all[key] ?? null) === id) return
    const { [key]: _, ...others } = all
    setAll(id === null ? others : { ...others, [key]: id })
  }
  return [all[key] ?? null, set] as const
}
