import type { UseQueryResult } from '@tanstack/react-query'
import type { AwaitedQuery } from './awaited-page.tsx'

/** The query of a section. A failed query without data is pending again while it is retried, but it was fetched. */
export type Section = Pick<UseQueryResult, 'isPending' | 'isFetched'>

/**
 * Makes a page wait for sections above or between other content too: the page is rendered once, and nothing moves. A
 * section that fails shows its own error, and the page stays while the section is fetched again.
 *
 * @param sections the queries of the sections when the page opens.
 */
export function awaitAlso<Thing>(
  { data, isError, error, refetch, dataUpdatedAt }: AwaitedQuery<Thing>,
  ...sections: readonly Section[]
): AwaitedQuery<Thing> {
  const isWaiting = !isError && sections.some(({ isPending, isFetched }) => isPending && !isFetched)
  return { data: isWaiting ? undefined : data, isError, error, refetch, dataUpdatedAt }
}
