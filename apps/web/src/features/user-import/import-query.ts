import { api, type UserImport, type UserImportResult } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { callQuery, keyOf } from '../../lib/api/call-query.ts'
import { polled } from '../../lib/api/polled.ts'

/** Milliseconds between two questions for how far an import is. */
const interval = 1_000

/** Returns whether the server is working on an import. */
export function isUnderWay({ state }: Pick<UserImport, 'state'>): boolean {
  return state === 'checking' || state === 'importing'
}

/** The query of the user's last import, repeated while the import is in progress. */
export const lastImportQuery = queryOptions({
  queryKey: keyOf(api.userImports.read, {}),
  queryFn: ({ client, queryKey, signal }) =>
    polled({ client, queryKey }, () => call(api.userImports.read, { query: {}, signal })),
  refetchInterval: ({ state }) => {
    const item = state.data?.item ?? null
    return item !== null && isUnderWay(item) ? interval : false
  },
})

/** Returns the query of a page of the rows of an import. */
export const rowsQuery = (id: string, result: UserImportResult | null, after: number) =>
  callQuery(api.userImports.read, { query: { id, ...(result !== null && { result }), after } })
