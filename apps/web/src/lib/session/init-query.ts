import { api } from '@millrace/contract'
import { callQuery } from '../api/call-query.ts'

/** What the shell begins with. The start keeps its answer here; it is asked for again when settings have changed. */
export const initQuery = { ...callQuery(api.shell.init), staleTime: Number.POSITIVE_INFINITY }
