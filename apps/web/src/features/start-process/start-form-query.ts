import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { awaitDraft } from '../../components/form-host/draft/on-its-way.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { getTimeZone } from '../../lib/time-zone.ts'

/** Returns the query of the start form of a process. It waits until entries that were typed just before are saved. */
export function startFormQuery(definitionId: string) {
  const input = { params: { id: definitionId }, query: { timeZone: getTimeZone() } }
  return queryOptions({
    queryKey: keyOf(api.processes.startForm, input.params, input.query),
    queryFn: async ({ signal }) => {
      await awaitDraft(definitionId)
      return call(api.processes.startForm, { ...input, signal })
    },
  })
}
