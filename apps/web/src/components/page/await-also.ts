import type { UseQueryResult } from '@tanstack/react-query'
import type { AwaitedQuery } from './awaited-page.tsx'

/**
 * Lets a page wait for its sections too, where these are above or between others: the page is drawn once, and nothing
 * moves. A section that fails says so in its place.
 *
 * @param sections the queries of the sections, as they are read when the page opens.
 */
export function awaitAlso<Thing>(
  { data, isError, error, refetch, dataUpdatedAt }: AwaitedQuery<Thing>,
  ...sections: readonly Pick<UseQueryResult, 'isPending'>[]
): AwaitedQuery<Thing> {
  const isWaiting = !isError && sections.some(({ isPending }) => isPending)
  return { data: isWaiting ? undefined : data, isError, error, refetch, dataUpdatedAt }
}
