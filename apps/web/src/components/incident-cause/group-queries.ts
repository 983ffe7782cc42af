import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { polled } from '../../lib/api/polled.ts'

/**
 * Returns the query of a cause of incidents. It refetches regularly, because incidents change and another user may
 * retry them.
 */
export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(api.incidentGroups.get, { id }),
    queryFn: ({ signal, ...asked }) => polled(asked, () => call(api.incidentGroups.get, { params: { id }, signal })),
    refetchInterval: 15_000,
  })
