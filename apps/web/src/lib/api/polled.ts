import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { quietly } from './quietly.ts'

interface Asked {
  readonly client: QueryClient
  readonly queryKey: QueryKey
}

/** For a query with a `refetchInterval`: what it asks for again by itself is quiet. */
export function polled<Context extends Asked, Answer>(ask: (context: Context) => Answer): (context: Context) => Answer {
  return (context) =>
    context.client.getQueryData(context.queryKey) === undefined ? ask(context) : quietly(() => ask(context))
}
