import { operators as allowed, get, type OperationGroup, post, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
const operators = [...readers, 'RoleFullAPI'] as const

/** The operations of the pages for operators that no other surface has. */
export const operatingOperations: OperationGroup = {
  prepare: async (as) => {
    const [note] = await as('root', '/engine-rest', get('/variable-instance?variableName=note'))
    const [hearing] = await as('root', '/engine-rest', get('/execution?activityId=hear'))
    const hearingInstance = hearing.processInstanceId
    const { items } = await as('root', '/api', get(`/processengine/instances/${hearingInstance}/subscriptions`))
    const hearingSubscription = items.find(({ elementId }: { elementId: string }) => elementId === 'hear').id
    return { noteInstance: note.processInstanceId, noteVariable: note.id, hearingInstance, hearingSubscription }
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
    {
      operation: 'variables/set-file-variable',
      scopes: ['operate'],
      allowed,
      api: ({ noteInstance }) => ({
        ...post(`/processengine/instances/${noteInstance}/variables/file`),
        files: { 'note.txt': 'A note.' },
        fields: { name: 'paper' },
      }),
    },
    {
      operation: 'instances/try-message',
      scopes: ['operate'],
      allowed,
      changesNothing: true,
      api: ({ hearingInstance, hearingSubscription }) =>
        post(`/processengine/instances/${hearingInstance}/subscriptions/${hearingSubscription}/message/try`),
    },
    {
      operation: 'instances/deliver-message',
      scopes: ['operate'],
      allowed,
      api: ({ hearingInstance, hearingSubscription }) =>
        post(`/processengine/instances/${hearingInstance}/subscriptions/${hearingSubscription}/message`),
    },
  ],
}

/** The roles that may make each call of the pages for operators. */
export const operatingRights: CallRights = {
  'GET /processengine/instances': readers,
  'GET /processengine/instances/count': readers,
  'GET /processengine/instances/export': readers,
  'GET /processengine/instances/filters': readers,
  'GET /processengine/instances/variable-names': readers,
  'POST /processengine/instance-actions': operators,
  'PUT /processengine/instances/{id}/variables': operators,
  'POST /processengine/instances/{id}/variables/file': operators,
  'POST /processengine/instances/{id}/subscriptions/{subscriptionId}/message': operators,
  'POST /processengine/instances/{id}/subscriptions/{subscriptionId}/message/try': operators,
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
