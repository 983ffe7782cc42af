import { api, type TaskDetail } from '@millrace/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { awaitDraft } from '../../components/form-host/draft/on-its-way.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery, keyOf } from '../../lib/api/call-query.ts'
import { getTimeZone } from '../../lib/time-zone.ts'

/**
 * Returns the query of a task. The open form is kept, and the other data is refetched after changes. It waits until
 * entries that were typed just before are saved.
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

/**
 * Returns the query of the subtasks of a task, loaded together with the task: they are above its form, which would move
 * if they came later.
 */
export function subtasksQuery(id: string) {
  return { ...callQuery(api.tasks.subtasks, { params: { id } }), retry: false }
}

export const taskFiltersQuery = { ...callQuery(api.tasks.filters), staleTime: 60_000 }

/** Refetches the task, or waits for a running refetch, so that a pending state lasts until the current data is shown. */
export function showAsItIs(queryClient: QueryClient, { id }: TaskDetail): Promise<void> {
  return queryClient.refetchQueries({ queryKey: taskQuery(id).queryKey }, { cancelRefetch: false })
}
