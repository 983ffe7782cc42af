import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The drawing of an instance with the state of its elements; tasks and instances show it. */
export function instanceDiagramQuery(instanceId: string) {
  return queryOptions({
    queryKey: ['processes', 'instance', instanceId, 'diagram'],
    queryFn: ({ signal }) => call(api.processes.diagram, { params: { id: instanceId }, signal }),
  })
}
