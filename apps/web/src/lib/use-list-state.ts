import { listLimits } from '@millrace/contract'
import { useMemo } from 'react'
import { type SearchChange, useSearchState } from './use-search-state.ts'

/** What every list keeps in its address. */
export interface ListState<Sort extends string> {
  readonly page: number
  readonly size: number
  /** A column, with a hyphen before it for descending; undefined for the list's own order. */
  readonly sort: Sort | `-${Sort}` | undefined
  readonly q: string
  /** Columns that the user does not want to see. */
  readonly hidden: readonly string[]
  /** The rest of the address: the list's own filters. */
  readonly filters: Readonly<Record<string, string>>
}

export const pageSizes = [20, 50, 100] as const

/** The state of a list and what changes it. Every change but that of the page goes back to the first page. */
export function useListState<const Sort extends string>(
  sorts: readonly Sort[],
): [ListState<Sort>, (change: SearchChange, options?: { replace?: boolean }) => void] {
  const [search, setSearch] = useSearchState()
  const state = useMemo(() => readListState(search, sorts), [search, sorts])
  return [state, (change, options) => setSearch('page' in change ? change : { ...change, page: undefined }, options)]
}

/** What the address does not say, or says wrongly, is as the list has it at first. */
export function readListState<const Sort extends string>(
  { page, size, sort, q, hide, ...filters }: Readonly<Record<string, string>>,
  sorts: readonly Sort[],
): ListState<Sort> {
  return {
    page: page !== undefined && /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1,
    size: pageSizes.find((candidate) => String(candidate) === size) ?? listLimits.size,
    sort: sorts.flatMap((name) => [name, `-${name}` as const]).find((candidate) => candidate === sort),
    q: q ?? '',
    hidden: hide === undefined || hide === '' ? [] : hide.split(','),
    filters,
  }
}
