import type { InstanceMoment } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchState } from '../../lib/use-search-state.ts'
import { momentQuery } from './process-queries.ts'

/** The time at which a page shows an instance. It is in the address, so that a link shows the same time. */
export interface Moment {
  /** Null for now. */
  readonly at: string | null
  /** The state at the selected time; null for the current state, and while it is loading. */
  readonly shown: InstanceMoment | null
  readonly show: (at: string | null) => void
}

export function useMoment(instanceId: string): Moment {
  const [search, setSearch] = useSearchState()
  const asked = typeof search.at === 'string' ? Date.parse(search.at) : Number.NaN
  const at = Number.isNaN(asked) ? null : new Date(asked).toISOString()
  const { data } = useQuery({
    ...momentQuery(instanceId, at),
    enabled: at !== null,
    placeholderData: keepPreviousData,
  })
  return {
    at,
    shown: at === null ? null : (data ?? null),
    show: (next) => setSearch({ at: next ?? undefined }, { replace: true }),
  }
}
