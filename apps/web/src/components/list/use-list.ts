import type { CountCall, ListCount, ListDescription, ListState, PageCall, SavedView } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { type SearchChange, useSearchState } from '../../lib/use-search-state.ts'
import { changePlace, goTo, readListPlace, toQuery } from './list-place.ts'
import { type UsedViews, useSavedViews } from './views/use-saved-views.ts'

/** A page of a list, as its call answers it. */
export interface ListAnswer<Row> {
  readonly items: Row[]
  readonly from: number
  readonly next: string | null
  readonly previous: string | null
}

export type ListChange = Partial<ListState>

/**
 * Returns a list as its address or view defines it: the page, the number of rows, and functions that change the
 * address.
 *
 * @param only the view of a page for one view; it has priority over the address.
 */
export function useList<const L extends ListDescription, Row>(
  list: L,
  contract: PageCall<L, Row>,
  only: SavedView | null = null,
) {
  const [address, setAddress] = useSearchState()
  const search = useMemo(() => (only === null ? address : { ...address, view: only.id }), [address, only])
  const setSearch: typeof setAddress = (change, options) =>
    setAddress(only === null ? change : { ...change, view: undefined }, options)
  const { views: saved, remembered, error, isPending } = useSavedViews(list, only)
  const place = useMemo(
    () => readListPlace(list, search, { views: saved, remembered }),
    [list, search, saved, remembered],
  )
  const { state, current, isGone } = place
  const isAwaited = isPending && place.isByView
  const page = useQuery({
    queryKey: keyOf(contract, 'page', state),
    queryFn: ({ signal }) =>
      call(contract, { query: toQuery(list, state) as never, signal }) as Promise<ListAnswer<Row>>,
    enabled: !isAwaited,
    placeholderData: (before, query) =>
      isOfSameList(query?.queryKey, contract) ? keepPreviousData(before) : undefined,
  })
  const narrowing = { q: state.q, filters: state.filters }
  const count = useQuery({
    queryKey: keyOf(contract, 'count', narrowing),
    queryFn: ({ signal }) =>
      call(countOf(contract), { query: toQuery(list, narrowing) as never, signal }) as Promise<ListCount>,
    enabled: !isAwaited,
    placeholderData: (before, query) =>
      isOfSameList(query?.queryKey, contract) ? keepPreviousData(before) : undefined,
  })

  const defaultId = saved?.defaultId ?? null
  /** Typing replaces the address instead of adding one. */
  const change = (next: ListChange, options?: { replace?: boolean }) =>
    setSearch(changePlace(list, place, { change: next, hasDefault: defaultId !== null }), options)
  /** Goes to another view, or to the plain list. */
  const openView = (address: SearchChange) => setSearch(goTo(list, address))

  // An old or forged mark is no reason to show nothing.
  const isLost = hasCode(page.error, 'request.invalid') && (state.after !== undefined || state.before !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page turns out to be lost
  useEffect(() => {
    if (isLost) change({}, { replace: true })
  }, [isLost])

  const views: UsedViews = { items: saved?.items ?? [], defaultId, current, isGone, error, isAwaited }
  return {
    list,
    contract,
    state,
    search: address,
    page,
    count: count.data,
    views,
    change,
    openView,
    isOnly: only !== null,
  }
}

export type UsedList<L extends ListDescription, Row> = ReturnType<typeof useList<L, Row>>

function isOfSameList(key: readonly unknown[] | undefined, contract: Parameters<typeof keyOf>[0]): boolean {
  const [subject, name] = keyOf(contract)
  return key?.[0] === subject && key[1] === name
}

export function countOf<L extends ListDescription, Row>({ method, path, audience, summary, tag }: PageCall<L, Row>) {
  return { method, path: `${path}/count`, audience, summary, tag } as unknown as CountCall<L>
}
