import { api } from '@millrace/contract'
import { callQuery } from '../api/call-query.ts'

/** Home and the categories below it, with the number of processes that the user may start. */
export const categoryMenuQuery = { ...callQuery(api.categories.menu), staleTime: 60_000 }
