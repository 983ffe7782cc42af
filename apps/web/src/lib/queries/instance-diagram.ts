import { api } from '@millrace/contract'
import { callQuery } from '../api/call-query.ts'

/**
 * Returns the query of the diagram of an instance with the states of its elements, which pages of tasks and instances
 * show.
 */
export const instanceDiagramQuery = (instanceId: string) =>
  callQuery(api.processes.diagram, { params: { id: instanceId } })
