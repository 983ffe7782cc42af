import { api, type UserChange, type UserChangeResult } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { callQuery, keyOf } from '../../../lib/api/call-query.ts'
import { polled } from '../../../lib/api/polled.ts'

/** Milliseconds between two questions for the progress of a change. */
const interval = 1_000

/** Whether the server checks or changes users. */
export function isUnderWay({ state }: Pick<UserChange, 'state'>): boolean {
  return state === 'checking' || state === 'changing'
}

/** The last change of several users by this user, asked for again and again while it is under way. */
export const lastChangeQuery = queryOptions({
  queryKey: keyOf(api.userChanges.read, {}),
  queryFn: ({ client, queryKey, signal }) =>
    polled({ client, queryKey }, () => call(api.userChanges.read, { query: {}, signal })),
  refetchInterval: ({ state }) => {
    const item = state.data?.item ?? null
    return item !== null && isUnderWay(item) ? interval : false
  },
})

/** The first users with a result. */
export const resultsQuery = (id: string, result: UserChangeResult) =>
  callQuery(api.userChanges.read, { query: { id, result } })
