import { api } from '@millrace/contract'
import { callQuery } from '../api/call-query.ts'

/** The drawing of an instance with the state of its elements; tasks and instances show it. */
export const instanceDiagramQuery = (instanceId: string) =>
  callQuery(api.processes.diagram, { params: { id: instanceId } })
