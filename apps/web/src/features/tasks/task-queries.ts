import { api, type TaskDetail } from '@millrace/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { awaitDraft } from '../../components/form-host/draft/on-its-way.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery, keyOf } from '../../lib/api/call-query.ts'
import { getTimeZone } from '../../lib/time-zone.ts'

/**
 * The form that is being filled is the page's own; the facts around it are asked for again when they change. Not before
 * what was typed into it a moment ago has arrived.
 */
export function taskQuery(id: string) {
  const input = { params: { id }, query: { timeZone: getTimeZone() } }
  return queryOptions({
    queryKey: keyOf(api.tasks.get, input.params, input.query),
    queryFn: async ({ signal }) => {
      await awaitDraft(id)
      return call(api.tasks.get, { ...input, signal })
    },
    staleTime: 30_000,
  })
}

/** Its parts, asked for beside the task itself: they stand over its form, which would move when they come later. */
export function subtasksQuery(id: string) {
  return { ...callQuery(api.tasks.subtasks, { params: { id } }), retry: false }
}

export const taskFiltersQuery = { ...callQuery(api.tasks.filters), staleTime: 60_000 }

/** The task is being asked for again already; what is done to it lasts until it is here. */
export function showAsItIs(queryClient: QueryClient, { id }: TaskDetail): Promise<void> {
  return queryClient.refetchQueries({ queryKey: taskQuery(id).queryKey }, { cancelRefetch: false })
}
