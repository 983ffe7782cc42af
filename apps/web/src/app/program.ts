import type { QueryClient } from '@tanstack/react-query'
import { endEchoes } from '../lib/api/do-once.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { type AppRouter, createAppRouter } from './router.tsx'

/** Objects that exist once while the window is open. */
export interface Program {
  readonly queryClient: QueryClient
  readonly router: AppRouter
}

/** How long the page as it came from the server stays before something is shown that says "loading", in ms. */
const patience = 150

export function createProgram(): Program {
  const queryClient = createQueryClient()
  const router = createAppRouter({ queryClient })
  // Not before: until the other page stands there, the second half of a double click meets the old one.
  router.subscribe('onRendered', endEchoes)
  return { queryClient, router }
}

/**
 * Loads the page at the address, so that it is rendered without a loading screen. The sign-in page from the server
 * stays until the application is loaded, because the user may be typing in it.
 */
export async function loadFirstPage({ router }: Program): Promise<void> {
  const loaded = router.load()
  if (document.documentElement.dataset.early === 'login') return loaded
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, patience))])
}
