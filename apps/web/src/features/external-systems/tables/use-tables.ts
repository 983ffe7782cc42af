import { api, type DatabaseTable } from '@millrace/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { keyOf } from '../../../lib/api/call-query.ts'

/** The loaded tables of the database of an API. */
export interface Tables {
  /** Whether the user has asked for them. */
  readonly isShown: boolean
  readonly search: string
  readonly found: readonly DatabaseTable[]
  readonly isPending: boolean
  readonly isMore: boolean
  /** What the database or the network says; null: nothing. */
  readonly fault: string | null
  /** The error of the call; null: none. */
  readonly error: Error | null
  readonly onShow: () => void
  readonly onSearch: (search: string) => void
  readonly onMore: () => void
}

interface Position {
  readonly afterSchema: string
  readonly afterName: string
}

const first: Position = { afterSchema: '', afterName: '' }

/** Lists tables of the database of an API, page by page, on request of the user. Each request queries the database. */
export function useTables(apiId: string): Tables {
  const [isShown, setShown] = useState(false)
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery({
    queryKey: keyOf(api.externalSystems.listTables, { id: apiId }, { search }),
    queryFn: ({ pageParam, signal }) =>
      call(api.externalSystems.listTables, { params: { id: apiId }, query: { search, ...pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: ({ tables, isMore }): Position | null => {
      const last = tables.at(-1)
      return isMore && last !== undefined ? { afterSchema: last.schema, afterName: last.name } : null
    },
    enabled: isShown,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const pages = query.data?.pages ?? []
  return {
    isShown,
    search,
    found: pages.flatMap(({ tables }) => tables),
    isPending: isShown && query.isFetching,
    isMore: query.hasNextPage,
    fault: pages.find(({ fault }) => fault !== null)?.fault ?? null,
    error: query.error,
    onShow: () => setShown(true),
    onSearch: setSearch,
    onMore: () => void query.fetchNextPage(),
  }
}
