import type { CallRights } from '../read-groups.ts'

const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
const changers = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const

/** Who may make which call about versions of processes. Their operations are those of programs too: `running.ts`. */
export const definitionRights: CallRights = {
  'GET /processengine/definitions': readers,
  'GET /processengine/definitions/count': readers,
  'GET /processengine/definitions/export': readers,
  'GET /processengine/definitions/{id}': readers,
  'GET /processengine/definitions/{id}/elements': readers,
  'GET /processengine/definitions/{id}/heat': readers,
  'GET /processengine/definitions/{id}/decisions': readers,
  'GET /processengine/definitions/{id}/report': readers,
  'GET /processengine/definitions/{id}/callers': readers,
  'PUT /processengine/definitions/{id}/suspended': changers,
  'DELETE /processengine/definitions/{id}/planned-suspensions/{planId}': changers,
  'PUT /processengine/definitions/{id}/time-to-live': changers,
  'PUT /processengine/definitions/{id}/history-level': changers,
  'GET /processengine/clean-up': readers,
  'POST /processengine/clean-up': changers,
  'DELETE /processengine/definitions/{id}': changers,
  'PUT /processengine/definitions/{id}/job-definitions/{jobDefinitionId}/suspended': changers,
  'PUT /processengine/definitions/{id}/job-definitions/{jobDefinitionId}/priority': changers,
  'PUT /processengine/definitions/{id}/job-definitions/{jobDefinitionId}/retries': changers,
}
