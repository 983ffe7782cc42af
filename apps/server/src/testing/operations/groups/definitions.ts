import { type OperationGroup, operators, post, remove } from '../operation-case.ts'
import type { CallRights } from '../read-groups.ts'

const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
const changers = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const

/**
 * The roles that may make each call on process definitions. Their operations are shared with API clients: see
 * `running.ts`.
 */
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
  'GET /processengine/definitions/{id}/simulation-basis': readers,
  'GET /processengine/definitions/{id}/simulations': readers,
  'GET /processengine/simulations/{id}': readers,
  'POST /processengine/definitions/{id}/simulations': changers,
  'POST /processengine/simulations/{id}/cancel': changers,
  'DELETE /processengine/simulations/{id}': changers,
  'GET /processengine/clean-up': readers,
  'POST /processengine/clean-up': changers,
  'DELETE /processengine/definitions/{id}': changers,
  'PUT /processengine/definitions/{id}/job-definitions/{jobDefinitionId}/suspended': changers,
  'PUT /processengine/definitions/{id}/job-definitions/{jobDefinitionId}/priority': changers,
  'PUT /processengine/definitions/{id}/job-definitions/{jobDefinitionId}/retries': changers,
}

const change = { name: 'More people', days: 180, weeks: 4, runs: 2, arrivals: 100, roles: [], flows: [] }
const simulated = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="simulated" isExecutable="true"><startEvent id="start"/></process></definitions>`

/** Cases that test which roles may call the operations on simulations. */
export const simulationOperations: OperationGroup = {
  prepare: async (as) => {
    const files = { 'simulated.bpmn': simulated }
    await as('root', '/api', { ...post('/processengine/deployments'), files, fields: { name: 'Simulated' } })
    const { definitionId } = await as('root', '/engine-rest', post('/process-definition/key/simulated/start', {}))
    const { id } = await as('root', '/api', post(`/processengine/definitions/${definitionId}/simulations`, change))
    return { simulated: definitionId, simulation: id }
  },
  cases: [
    {
      operation: 'simulations/start-simulation',
      scopes: ['operate'],
      allowed: operators,
      api: ({ simulated }) => post(`/processengine/definitions/${simulated}/simulations`, change),
    },
    {
      operation: 'simulations/cancel-simulation',
      scopes: ['operate'],
      allowed: operators,
      api: ({ simulation }) => post(`/processengine/simulations/${simulation}/cancel`),
    },
    {
      operation: 'simulations/delete-simulation',
      scopes: ['operate'],
      allowed: operators,
      api: ({ simulation }) => remove(`/processengine/simulations/${simulation}`),
    },
  ],
}
