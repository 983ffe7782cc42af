import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { quietly } from './quietly.ts'

/** For a query with a `refetchInterval`: asks, and quietly where there is an answer that it asks again for by itself. */
export function polled<Answer>(
  { client, queryKey }: { readonly client: QueryClient; readonly queryKey: QueryKey },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return client.getQueryData(queryKey) === undefined ? ask() : quietly(ask)
}
