import { api } from '@millrace/contract'
import { callQuery } from '../api/call-query.ts'

/** Returns the query of the processes of a category that the user may start. */
export const startableProcessesQuery = (categoryName: string) =>
  callQuery(api.categories.processes, { params: { name: categoryName } })
