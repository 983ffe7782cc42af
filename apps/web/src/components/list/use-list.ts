import type { CountCall, ListCount, ListDescription, ListState, PageCall, SetFilter } from '@millrace/contract'
import { listParameters, writeListState } from '@millrace/contract/list-state'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { toInstant } from './moments.ts'
import { useSavedViews } from './views/use-saved-views.ts'
import { writeViewAddress } from './views/view-address.ts'

/** A page of a list, as its call answers it. */
export interface ListAnswer<Row> {
  readonly items: Row[]
  readonly from: number
  readonly next: string | null
  readonly previous: string | null
}

export type ListChange = Partial<ListState>

/** A list as its address says, or the view that it names: the page, how many rows there are, and what changes the address. */
export function useList<const L extends ListDescription, Row>(list: L, contract: PageCall<L, Row>) {
  const [search, setSearch] = useSearchState()
  const [views, state] = useSavedViews(list, search)
  const page = useQuery({
    queryKey: keyOf(contract, 'page', state),
    queryFn: ({ signal }) =>
      call(contract, { query: toQuery(list, state) as never, signal }) as Promise<ListAnswer<Row>>,
    enabled: !views.isAwaited,
    placeholderData: (before, query) =>
      isOfSameList(query?.queryKey, contract) ? keepPreviousData(before) : undefined,
  })
  const narrowing = { q: state.q, filters: state.filters }
  const count = useQuery({
    queryKey: keyOf(contract, 'count', narrowing),
    queryFn: ({ signal }) =>
      call(countOf(contract), { query: toQuery(list, narrowing) as never, signal }) as Promise<ListCount>,
    enabled: !views.isAwaited,
    placeholderData: (before, query) =>
      isOfSameList(query?.queryKey, contract) ? keepPreviousData(before) : undefined,
  })

  /** Every change but that of the page goes back to the first page. Typing replaces the address instead of adding one. */
  const change = (next: ListChange, options?: { replace?: boolean }) => {
    const { after: _, before: __, ...kept } = state
    const { current, defaultId } = views
    const address = writeViewAddress(list, { ...kept, ...next }, { current, hasDefault: defaultId !== null })
    setSearch({ ...emptyAddress(list), ...address }, options)
  }
  /** Goes to another view, or to the plain list. */
  const openView = (address: Readonly<Record<string, string | undefined>>) =>
    setSearch({ ...emptyAddress(list), ...address })

  // An old or forged mark is no reason to show nothing.
  const isLost = hasCode(page.error, 'request.invalid') && (state.after !== undefined || state.before !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page turns out to be lost
  useEffect(() => {
    if (isLost) change({}, { replace: true })
  }, [isLost])

  return { list, contract, state, search, page, count: count.data, views, change, openView }
}

export type UsedList<L extends ListDescription, Row> = ReturnType<typeof useList<L, Row>>

function isOfSameList(key: readonly unknown[] | undefined, contract: Parameters<typeof keyOf>[0]): boolean {
  const [subject, name] = keyOf(contract)
  return key?.[0] === subject && key[1] === name
}

/** What the server is asked: moments that are words or days are instants here and now. */
export function toQuery(list: ListDescription, state: ListChange): Record<string, unknown> {
  const now = new Date()
  const filters = state.filters?.map(
    (filter): SetFilter =>
      list.filters[filter.name]?.type === 'instant'
        ? { ...filter, values: filter.values.map((value) => toInstant(value, now)) }
        : filter,
  )
  return writeListState(list, { ...state, ...(filters === undefined ? {} : { filters }) })
}

/** Every parameter of a list, taken away. */
function emptyAddress(list: ListDescription): Record<string, undefined> {
  const own = [
    'q',
    'sort',
    'size',
    'vars',
    'after',
    'before',
    'view',
    'changed',
    ...listParameters(list).map(({ parameter }) => parameter),
  ]
  return Object.fromEntries(own.map((name) => [name, undefined]))
}

export function countOf<L extends ListDescription, Row>({ method, path, audience, summary, tag }: PageCall<L, Row>) {
  return { method, path: `${path}/count`, audience, summary, tag } as unknown as CountCall<L>
}
