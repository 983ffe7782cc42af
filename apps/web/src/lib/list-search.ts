import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { SearchState } from './use-search-state.ts'

/** Kept with what this tab has loaded, and forgotten with it when the session ends. */
const keyOf = (path: string) => ['lists', 'search', path]

/** Stores the search and filters of the list at this address, so that the pages of its records link back to it. */
export function useKeptListSearch(search: SearchState): void {
  const client = useQueryClient()
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    client.setQueryDefaults(keyOf(path), { gcTime: Number.POSITIVE_INFINITY })
    client.setQueryData(keyOf(path), search)
  }, [client, path, search])
}

/**
 * Returns a function that finds the search and filters with which a list was last opened, by its path; empty when it
 * was not opened.
 */
export function useListSearch(): (path: string) => SearchState {
  const client = useQueryClient()
  return (path) => client.getQueryData<SearchState>(keyOf(path)) ?? {}
}
