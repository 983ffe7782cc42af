import type { UseQueryResult } from '@tanstack/react-query'
import type { AwaitedQuery } from './awaited-page.tsx'

/**
 * Makes a page wait for sections above or between other content too: the page is rendered once, and nothing moves. A
 * section that fails shows its own error.
 *
 * @param sections the queries of the sections when the page opens.
 */
export function awaitAlso<Thing>(
  { data, isError, error, refetch, dataUpdatedAt }: AwaitedQuery<Thing>,
  ...sections: readonly Pick<UseQueryResult, 'isPending'>[]
): AwaitedQuery<Thing> {
  const isWaiting = !isError && sections.some(({ isPending }) => isPending)
  return { data: isWaiting ? undefined : data, isError, error, refetch, dataUpdatedAt }
}
