import { api, type ListDescription, type ListState, type SavedView } from '@millrace/contract'
import { readListState } from '@millrace/contract/list-state'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { callQuery } from '../../../lib/api/call-query.ts'
import { usePreference } from '../../../lib/preferences.ts'
import { useOwner } from '../../../lib/session/use-owner.ts'
import type { SearchState } from '../../../lib/use-search-state.ts'
import { readViewAddress, stateOfView } from './view-address.ts'

/** The views of a list that its user finds, and the one that its address says. */
export interface UsedViews {
  readonly items: readonly SavedView[]
  readonly defaultId: string | null
  /** Null: the list as it comes, or a view that comes with it. */
  readonly current: SavedView | null
  /** The address names one that is not there. */
  readonly isGone: boolean
  readonly error: Error | null
  /** It is not known yet what is to be shown. */
  readonly isAwaited: boolean
}

/** @returns the views, and the state of the list as its address and the view that it names say. */
export function useSavedViews(list: ListDescription, search: SearchState): readonly [UsedViews, ListState] {
  const { data, error, isPending } = useQuery({
    ...callQuery(api.listViews.list, { query: { list: list.name } }),
    staleTime: 60_000,
  })
  const { asked, isChanged, isBare } = readViewAddress(list, search)
  const [known, setKnown] = useKnownDefault(list)
  const defaultId = data?.defaultId ?? null
  useEffect(() => {
    if (data !== undefined) setKnown(data.defaultId)
  }, [data, setKnown])
  const wanted = asked ?? (isBare ? defaultId : null)
  const current = data?.items.find(({ id }) => id === wanted) ?? null
  const state = useMemo(() => {
    const own = readListState(list, search)
    if (current === null || isChanged) return own
    const { size, after, before } = own
    return { ...stateOfView(list, current), size, ...(after && { after }), ...(before && { before }) }
  }, [list, search, current, isChanged])
  const isAwaited = isPending && (asked !== null || (isBare && known !== null))
  const isGone = asked !== null && data !== undefined && current === null
  return [{ items: data?.items ?? [], defaultId, current, isGone, error, isAwaited }, state]
}

/** Whoever opens the list with a view of his does not first see it without. */
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
