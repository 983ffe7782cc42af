import { api } from '@millrace/contract'
import { callQuery } from '../api/call-query.ts'

/** The query of the custom views in the menu. */
export const customViewsQuery = { ...callQuery(api.customViews.list), staleTime: 60_000 }
