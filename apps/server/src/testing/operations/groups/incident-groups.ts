import { get, type OperationGroup, operators, post, put } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

/** Whoever keeps causes of incidents at a screen. */
const keepers = ['administrator', 'processAdministrator'] as const
const ofKeepers = { scopes: 'browser', needsBrowser: true, allowed: keepers } as const

/** Operations on causes of incidents. */
export const incidentGroupOperations: OperationGroup = {
  prepare: async (as) => {
    const { items } = await as('root', '/api', get('/processengine/incident-groups'))
    const cause = items.find(({ type }: { type: string }) => type === 'failedExternalTask')
    return { cause: cause.id }
  },
  cases: [
    {
      operation: 'incident-groups/change-group',
      scopes: ['operate'],
      allowed: operators,
      api: ({ cause }) =>
        put(`/processengine/incident-groups/${cause}`, {
          revision: 1,
          owner: 'colleague',
          note: 'Known.',
          snooze: 'next',
        }),
    },
    {
      ...ofKeepers,
      operation: 'incident-groups/retry-group',
      api: ({ cause }) => post(`/processengine/incident-groups/${cause}/retries`),
    },
    {
      ...ofKeepers,
      operation: 'incident-groups/cancel-retries',
      api: ({ incidentBatch }) => post(`/processengine/incident-batches/${incidentBatch}/cancel`),
    },
    {
      operation: 'incidents/retry-incident',
      of: 'of a cause',
      scopes: ['operate'],
      allowed: operators,
      api: ({ incident }) => post(`/processengine/incidents/${incident}/retry`),
      rest: ({ failed }) => put(`/external-task/${failed}/retries`, { retries: 1 }),
    },
  ],
}

const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
const changers = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const

/** The roles that may make each call on causes of incidents. */
export const incidentGroupRights: CallRights = {
  'GET /processengine/incident-groups': readers,
  'GET /processengine/incident-groups/count': readers,
  'GET /processengine/incident-groups/export': readers,
  'GET /processengine/incident-groups/{id}': readers,
  'GET /processengine/incident-groups/{id}/incidents': readers,
  'PUT /processengine/incident-groups/{id}': changers,
  'POST /processengine/incidents/{id}/retry': changers,
  'POST /processengine/incidents/{id}/complete': changers,
  'POST /processengine/incident-groups/{id}/retries': readers,
  'GET /processengine/incident-batches/{id}': readers,
  'POST /processengine/incident-batches/{id}/cancel': readers,
}
