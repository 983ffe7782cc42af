import { useSyncExternalStore } from 'react'
import type { SearchState } from './use-search-state.ts'

/** The address of the page that was open before the current one. */
interface PreviousPage {
  readonly pathname: string
  readonly href: string
  readonly search: SearchState
}

let previous: PreviousPage | null = null
const listeners = new Set<() => void>()

/** Stores the page that the user has just left; null: none is known, as after a reload. */
export function setPreviousPage(page: PreviousPage | null): void {
  previous = page
  for (const notify of listeners) notify()
}

/** Returns the page from which the user came to the current one; null when none is known. */
export function findPreviousPage(): PreviousPage | null {
  return previous
}

/** Returns the result of `findPreviousPage`, kept up to date. */
export function usePreviousPage(): PreviousPage | null {
  return useSyncExternalStore(subscribe, findPreviousPage)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
