import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'

export const definitionQuery = (id: string) => callQuery(api.definitions.get, { params: { id } })

export const elementsQuery = (id: string) => callQuery(api.definitions.elements, { params: { id } })

/** A deployed version never changes. */
export const diagramQuery = (id: string) => ({
  ...callQuery(api.processes.definitionDiagram, { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
})
