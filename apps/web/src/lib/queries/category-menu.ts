import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Home and the categories below it, with the number of processes that the user may start. */
export const categoryMenuQuery = queryOptions({
  queryKey: ['categories', 'menu'],
  queryFn: ({ signal }) => call(api.categories.menu, { signal }),
  staleTime: 60_000,
})
