import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from './api/call.ts'
import { keyOf } from './api/call-query.ts'
import { getEndOfDay } from './dates.ts'
import { hasRole, useSession } from './session/session.ts'

/**
 * Returns the numbers of tasks for the menu and the view tabs; undefined while they are loading, or when the user has
 * no tasks. They are refetched when a page is opened, the window gets the focus, or a task changes, but not at
 * intervals, which would keep an abandoned session alive.
 *
 * @param isBeside uses the loaded numbers, for components that appear after their page.
 */
export function useTaskCounts({ isBeside = false } = {}) {
  const session = useSession()
  const { data } = useQuery({
    queryKey: keyOf(api.tasks.counts),
    queryFn: ({ signal }) => {
      const now = new Date()
      return call(api.tasks.counts, {
        query: { now: now.toISOString(), todayEnds: getEndOfDay(now).toISOString() },
        signal,
      })
    },
    enabled: hasRole(session, ['RoleUser']),
    refetchOnMount: !isBeside,
  })
  return data
}
