import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The processes of a category that the user may start. */
export function startableProcessesQuery(categoryName: string) {
  return queryOptions({
    queryKey: ['categories', categoryName, 'processes'],
    queryFn: ({ signal }) => call(api.categories.processes, { params: { name: categoryName }, signal }),
  })
}
