import { api, type SimulationState } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { callQuery, keyOf } from '../../../lib/api/call-query.ts'
import { polled } from '../../../lib/api/polled.ts'

/** Milliseconds between two looks at a simulation that runs. */
const everyMs = 1_000

export const basisQuery = (id: string, days: number) =>
  callQuery(api.simulations.basis, { params: { id }, query: { days } })

export const simulationsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(api.simulations.list, { id }),
    queryFn: ({ signal, ...asked }) => polled(asked, () => call(api.simulations.list, { params: { id }, signal })),
    refetchInterval: ({ state }) => (state.data?.items.some(({ state }) => isUnfinished(state)) ? everyMs : false),
  })

export const simulationQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(api.simulations.get, { id }),
    queryFn: ({ signal, ...asked }) => polled(asked, () => call(api.simulations.get, { params: { id }, signal })),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnfinished(state.data.state) ? everyMs : false),
  })

export function isUnfinished(state: SimulationState): boolean {
  return state === 'waiting' || state === 'running'
}
