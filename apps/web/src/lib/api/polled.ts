import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { quietly } from './quietly.ts'

/** Makes the call of a query with a `refetchInterval`, without showing activity when it is an automatic repetition. */
export function polled<Answer>(
  { client, queryKey }: { readonly client: QueryClient; readonly queryKey: QueryKey },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return client.getQueryData(queryKey) === undefined ? ask() : quietly(ask)
}
