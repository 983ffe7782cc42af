/** The number of loaded pages above which a list is no longer refetched regularly. */
const fewPages = 5

/**
 * Returns the `refetchInterval` of a list that is loaded by pages. The library refetches all its pages, one after
 * another, so a list of many pages is only refetched on request.
 *
 * @param ms the interval in milliseconds.
 */
export const refetchFewPages =
  (ms: number) =>
  ({ state: { data } }: { readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined } }) =>
    data !== undefined && data.pages.length > fewPages ? false : ms
