import { api } from '@millrace/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'

export const instanceStates = ['active', 'incident', 'suspended', 'completed', 'cancelled'] as const

export type InstanceStateFilter = (typeof instanceStates)[number]

export const startedByMeSorts = ['started', 'ended', 'process', 'key'] as const

type Sort = (typeof startedByMeSorts)[number]

export interface StartedByMeState {
  readonly page: number
  readonly size: number
  readonly sort: Sort | `-${Sort}` | undefined
  readonly q: string
  readonly state: InstanceStateFilter | undefined
}

export function startedByMeQuery(state: StartedByMeState) {
  return queryOptions({
    queryKey: ['processes', 'startedbyme', state],
    queryFn: ({ signal }) => call(api.processes.startedByMe, { query: state, signal }),
    placeholderData: keepPreviousData,
  })
}

export function instanceQuery(id: string) {
  return queryOptions({
    queryKey: ['processes', 'instance', id],
    queryFn: ({ signal }) => call(api.processes.instance, { params: { id }, signal }),
  })
}

export function activitiesQuery(id: string) {
  return queryOptions({
    queryKey: ['processes', 'instance', id, 'activities'],
    queryFn: ({ signal }) => call(api.processes.activities, { params: { id }, signal }),
  })
}

export function historyQuery(id: string) {
  return queryOptions({
    queryKey: ['processes', 'instance', id, 'history'],
    queryFn: ({ signal }) => call(api.processes.history, { params: { id }, signal }),
  })
}

export function variablesQuery(id: string) {
  return queryOptions({
    queryKey: ['processes', 'instance', id, 'variables'],
    queryFn: ({ signal }) => call(api.processes.variables, { params: { id }, signal }),
  })
}

export function incidentsQuery(id: string) {
  return queryOptions({
    queryKey: ['processes', 'instance', id, 'incidents'],
    queryFn: ({ signal }) => call(api.processes.incidents, { params: { id }, signal }),
  })
}
