import { QueryClient } from '@tanstack/react-query'
import { ApiError, isUnreachable } from './api/api-error.ts'
import { quietly } from './api/quietly.ts'

/** How often a query is tried again when the server cannot be reached. Refusals are never. */
const tries = 1

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Without a connection a page says so at once, instead of waiting without a word; it goes on when that is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < tries && isUnreachable(error),
        retryDelay: 1_000,
        // A bug in reading an answer belongs to the error boundary; a refusal belongs to the page.
        throwOnError: (error) => !(error instanceof ApiError),
      },
      mutations: { networkMode: 'always', throwOnError: (error) => !(error instanceof ApiError) },
    },
  })
  const cache = client.getQueryCache()
  const askAnew = cache.onOnline.bind(cache)
  // A line that comes back by itself is no sign that somebody is there.
  cache.onOnline = () => quietly(askAnew)
  return client
}
