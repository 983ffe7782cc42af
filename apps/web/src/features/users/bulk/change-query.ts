import { api, type UserChange, type UserChangeResult } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { callQuery, keyOf } from '../../../lib/api/call-query.ts'
import { polled } from '../../../lib/api/polled.ts'

/** Milliseconds between two questions for the progress of a change. */
const interval = 1_000

/** Returns whether the server is checking or changing users. */
export function isUnderWay({ state }: Pick<UserChange, 'state'>): boolean {
  return state === 'checking' || state === 'changing'
}

/** The query of the user's last change of several users, repeated while the change is in progress. */
export const lastChangeQuery = queryOptions({
  queryKey: keyOf(api.userChanges.read, {}),
  queryFn: ({ client, queryKey, signal }) =>
    polled({ client, queryKey }, () => call(api.userChanges.read, { query: {}, signal })),
  refetchInterval: ({ state }) => {
    const item = state.data?.item ?? null
    return item !== null && isUnderWay(item) ? interval : false
  },
})

/** Returns the query of the first users with a result. */
export const resultsQuery = (id: string, result: UserChangeResult) =>
  callQuery(api.userChanges.read, { query: { id, result } })
