import type { QueryClient } from '@tanstack/react-query'
import { customViewsQuery } from './custom-views.ts'

/** The specification's delay, in milliseconds: what changes the menu may have more to do after its answer. */
const delay = 1_000

/** Asks anew for what the menu and the category panel show, once the change has settled. */
export function refreshMenu(queryClient: QueryClient): void {
  setTimeout(() => {
    void queryClient.invalidateQueries({ queryKey: ['categories'] })
    void queryClient.invalidateQueries({ queryKey: customViewsQuery.queryKey })
  }, delay)
}
