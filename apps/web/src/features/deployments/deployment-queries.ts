import { api } from '@millrace/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'

export const deploymentSorts = ['deployed', 'name'] as const

type Sort = (typeof deploymentSorts)[number]

interface State {
  readonly page: number
  readonly size: number
  readonly sort: Sort | `-${Sort}` | undefined
  readonly q: string
}

export function deploymentsQuery({ page, size, sort, q }: State) {
  const query = { page, size, sort, q }
  return queryOptions({
    queryKey: ['deployments', 'list', query],
    queryFn: ({ signal }) => call(api.deployments.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function deploymentQuery(id: string) {
  return queryOptions({
    queryKey: ['deployments', 'one', id],
    queryFn: ({ signal }) => call(api.deployments.get, { params: { id }, signal }),
  })
}
