import type { DashboardScope } from '@millrace/contract'
import { paths } from '../../config/paths.ts'

type Search = Readonly<Record<string, string>>

export interface Address {
  readonly to: string
  readonly search: Search
}

const assigned = (search: Search): Address => ({ to: paths.tasks('assigned'), search })
const unclaimed = (search: Search): Address => ({ to: paths.tasks('unclaimed'), search })
/** The addresses of the lists of tasks with exactly the rows that the figures of the dashboard count. */
export const addresses = {
  assigned: assigned({}),
  overdue: assigned({ 'due.before': 'now' }),
  today: assigned({ due: 'now', 'due.before': 'today+1' }),
  week: assigned({ due: 'today+1', 'due.before': 'today+7' }),
  later: assigned({ due: 'today+7' }),
  undated: assigned({ undated: 'true' }),
  unclaimed: unclaimed({}),
  unclaimedOverdue: unclaimed({ 'due.before': 'now' }),
} as const

/** Returns the addresses of the counted list of instances. */
export function instanceAddresses(scope: DashboardScope) {
  const of = (search: Search): Address => ({ to: scope === 'started' ? paths.startedByMe : paths.involvingMe, search })
  return {
    running: of({ state: 'active,incident,suspended' }),
    incidents: of({ state: 'incident' }),
    completed: (days: number) => of({ state: 'completed', ended: `today-${days - 1}` }),
    endedOn: (day: string) => of({ ended: day, 'ended.before': nextDay(day) }),
    runningOf: (key: string) => of({ state: 'active,incident,suspended', process: escapeKey(key) }),
    completedOf: (key: string, days: number) =>
      of({ state: 'completed', ended: `today-${days - 1}`, process: escapeKey(key) }),
  } as const
}

/** Several values of a filter are distinguished by commas. */
function escapeKey(key: string): string {
  return key.replaceAll('%', '%25').replaceAll(',', '%2C')
}

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}
