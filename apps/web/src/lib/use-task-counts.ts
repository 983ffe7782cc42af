import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from './api/call.ts'
import { keyOf } from './api/call-query.ts'
import { getEndOfDay } from './dates.ts'
import { hasRole, useSession } from './session/session.ts'

/**
 * The numbers of the menu and the view tabs; undefined until they are there, or where the user has no tasks. Asked for
 * when a page is opened, the window comes back, a task changes hands or others have changed one, never by a clock: that
 * would keep an abandoned session alive.
 *
 * @param isBeside for what comes after its page: what is known will do.
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
