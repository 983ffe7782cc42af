import { api } from '@millrace/contract'
import { callQuery } from '../api/call-query.ts'

/** The entries of the menu that users have made. */
export const customViewsQuery = { ...callQuery(api.customViews.list), staleTime: 60_000 }
