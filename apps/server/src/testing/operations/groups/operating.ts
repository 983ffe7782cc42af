import { operators as allowed, get, type OperationGroup, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
const operators = [...readers, 'RoleFullAPI'] as const

/** Operations that the pages of operators have beside those that other surfaces share. */
export const operatingOperations: OperationGroup = {
  prepare: async (as) => {
    const [note] = await as('root', '/engine-rest', get('/variable-instance?variableName=note'))
    return { noteInstance: note.processInstanceId, noteVariable: note.id }
  },
  cases: [
    {
      operation: 'variables/set-variables',
      of: 'one that is deleted',
      scopes: ['operate'],
      allowed,
      api: ({ noteInstance, noteVariable }) =>
        remove(`/processengine/instances/${noteInstance}/variables/${noteVariable}`),
      rest: ({ noteInstance }) => remove(`/process-instance/${noteInstance}/variables/note`),
    },
  ],
}

/** Who may make the calls of the pages of operators. */
export const operatingRights: CallRights = {
  'GET /processengine/instances': readers,
  'GET /processengine/instances/count': readers,
  'GET /processengine/instances/export': readers,
  'GET /processengine/instances/filters': readers,
  'GET /processengine/instances/variable-names': readers,
  'POST /processengine/instance-actions': operators,
  'PUT /processengine/instances/{id}/variables': operators,
  'PUT /processengine/incidents/{id}/note': operators,
  'DELETE /processengine/instances/{id}/variables/{variableId}': operators,
  'GET /processengine/instances/{id}/external-tasks': readers,
  'GET /processengine/instances/{id}/subscriptions': readers,
  'GET /processengine/instances/{id}/undo': operators,
  'POST /processengine/instances/{id}/undo': operators,
  'POST /processengine/instances/{id}/tokens': operators,
  'POST /processengine/instances/{id}/tokens/try': operators,
  'POST /processengine/instance-versions': operators,
  'POST /processengine/definitions/{id}/tokens/try': operators,
  'POST /processengine/definitions/{id}/migration/plan': operators,
  'POST /processengine/definitions/{id}/migration/try': operators,
  'POST /processengine/definitions/{id}/migration': operators,
  'POST /processengine/definitions/{id}/restart/try': operators,
  'POST /processengine/definitions/{id}/restart': operators,
  'PUT /processengine/external-tasks/{id}/retries': operators,
  'GET /processengine/jobs': readers,
  'GET /processengine/jobs/count': readers,
  'GET /processengine/jobs/export': readers,
  'GET /processengine/jobs/filters': readers,
  'GET /processengine/jobs/{id}': readers,
  'POST /processengine/jobs/{id}/run': operators,
  'POST /processengine/jobs/{id}/reset-timer': operators,
  'PUT /processengine/jobs/{id}/due': operators,
  'PUT /processengine/jobs/{id}/priority': operators,
  'PUT /processengine/jobs/{id}/retries': operators,
  'PUT /processengine/jobs/{id}/suspended': operators,
}
