import { api } from '@millrace/contract'
import { callQuery } from '../api/call-query.ts'

/**
 * The query of the initial data of the shell. The start stores its answer here; it is refetched when settings have
 * changed.
 */
export const initQuery = { ...callQuery(api.shell.init), staleTime: Number.POSITIVE_INFINITY }
