import type { CallRights } from '../read-groups.ts'

const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
const operators = [...readers, 'RoleFullAPI'] as const

/** Who may make the calls of the pages of operators. */
export const operatingRights: CallRights = {
  'GET /processengine/instances': readers,
  'GET /processengine/instances/count': readers,
  'GET /processengine/instances/export': readers,
  'GET /processengine/instances/filters': readers,
  'GET /processengine/instances/variable-names': readers,
  'POST /processengine/instance-deeds': operators,
  'PUT /processengine/instances/{id}/variables': operators,
  'DELETE /processengine/instances/{id}/variables/{variableId}': operators,
  'GET /processengine/instances/{id}/external-tasks': readers,
  'GET /processengine/instances/{id}/subscriptions': readers,
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
