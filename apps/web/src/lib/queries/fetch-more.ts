import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

/**
 * Fetches one more page. A running refetch of the pages is completed first, because the library would cancel it and
 * count the existing pages as fresh.
 */
export async function fetchMore<Page>({
  data,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult<InfiniteData<Page>>, 'data' | 'fetchNextPage'>): Promise<void> {
  const come = await fetchNextPage({ cancelRefetch: false })
  if (come.isSuccess && come.hasNextPage && come.data.pages.length <= (data?.pages.length ?? 0))
    await fetchNextPage({ cancelRefetch: false })
}
