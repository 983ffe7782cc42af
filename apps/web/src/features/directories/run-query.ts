import { api, type DirectoryResult, type DirectoryRun } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { callQuery, keyOf } from '../../lib/api/call-query.ts'
import { polled } from '../../lib/api/polled.ts'

/** Milliseconds between two questions for how far a run is. */
const interval = 1_000

/** Returns whether the server is working on a run. */
export function isUnderWay({ state }: Pick<DirectoryRun, 'state'>): boolean {
  return state === 'reading' || state === 'applying'
}

/** Returns the query of the runs of a directory, repeated while one is in progress. */
export const runsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(api.directories.runs, { params: { id } }),
    queryFn: ({ client, queryKey, signal }) =>
      polled({ client, queryKey }, () => call(api.directories.runs, { params: { id }, signal })),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? interval : false),
  })

interface Wanted {
  readonly id: string
  readonly run: DirectoryRun
  readonly result: DirectoryResult | null
  readonly after: number
}

/** Returns the query of a page of the rows of a run. */
export const rowsQuery = ({ id, run, result, after }: Wanted) =>
  callQuery(api.directories.rows, {
    params: { id, runId: run.id },
    query: { ...(result !== null && { result }), after },
  })
