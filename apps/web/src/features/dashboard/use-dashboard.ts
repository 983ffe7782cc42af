import { api, type Dashboard, type DashboardScope } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { getEndOfDay } from '../../lib/dates.ts'
import { getTimeZone } from '../../lib/time-zone.ts'

/** Returns the figures of the dashboard; they are refetched when other users change something. */
export function useDashboard(days: number, scope: DashboardScope) {
  return useQuery({
    queryKey: keyOf(api.dashboard.get, days, scope),
    queryFn: ({ signal }) => {
      const now = new Date()
      return call(api.dashboard.get, {
        query: {
          now: now.toISOString(),
          todayEnds: getEndOfDay(now).toISOString(),
          weekEnds: getEndOfDay(now, 6).toISOString(),
          timeZone: getTimeZone(),
          days,
          scope,
        },
        signal,
      })
    },
    placeholderData: keepPreviousData,
  })
}

/** The props of every card. */
export interface CardProps {
  readonly data: Dashboard
  readonly days: number
  readonly scope: DashboardScope
}
