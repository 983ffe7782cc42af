import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The entries of the menu that users have made. */
export const customViewsQuery = queryOptions({
  queryKey: ['custom-views'],
  queryFn: ({ signal }) => call(api.customViews.list, { signal }),
  staleTime: 60_000,
})
