import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

/**
 * Asks for one more page. Pages that are being asked for again come first: the library would give that up, and count
 * those that are there as fresh. It is asked for again when they take its place.
 */
export async function fetchMore<Page>({
  data,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult<InfiniteData<Page>>, 'data' | 'fetchNextPage'>): Promise<void> {
  const come = await fetchNextPage({ cancelRefetch: false })
  if (come.isSuccess && come.hasNextPage && come.data.pages.length <= (data?.pages.length ?? 0))
    await fetchNextPage({ cancelRefetch: false })
}
