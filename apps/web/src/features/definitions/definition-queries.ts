import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/call.ts'
import { callQuery, keyOf } from '../../lib/api/call-query.ts'
import { polled } from '../../lib/api/polled.ts'

/**
 * Returns the query of a definition. It is refetched while changes are planned, because the engine applies each at its
 * date without an action on the page.
 */
export const definitionQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(api.definitions.get, { id }),
    queryFn: ({ signal, ...asked }) => polled(asked, () => call(api.definitions.get, { params: { id }, signal })),
    refetchInterval: ({ state }) => ((state.data?.planned.length ?? 0) > 0 ? 30_000 : false),
  })

export const elementsQuery = (id: string) => callQuery(api.definitions.elements, { params: { id } })

/** Returns the query of the diagram of a deployed version, which never changes. */
export const diagramQuery = (id: string) => ({
  ...callQuery(api.processes.definitionDiagram, { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
})
