import { api, type MoveIn } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { polled } from '../../lib/api/polled.ts'

/** Milliseconds between two reads of the progress. */
const interval = 1_000

/** Returns whether a move is in progress: checking, moving or stopping. */
export function isUnderWay({ state }: Pick<MoveIn, 'state'>): boolean {
  return state === 'checking' || state === 'moving' || state === 'stopping'
}

/** The last move of the workplace, read again and again while it is in progress. */
export const lastMoveQuery = queryOptions({
  queryKey: keyOf(api.moveIns.read, {}),
  queryFn: ({ client, queryKey, signal }) =>
    polled({ client, queryKey }, () => call(api.moveIns.read, { query: {}, signal })),
  refetchInterval: ({ state }) => {
    const item = state.data?.item ?? null
    return item !== null && isUnderWay(item) ? interval : false
  },
})
