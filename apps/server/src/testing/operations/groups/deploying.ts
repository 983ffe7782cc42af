import { get, type OperationGroup, operators, post, programs, put, remove } from '../operation-case.ts'

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="small" isExecutable="true"><startEvent id="start"/></process></definitions>`

/** The operations on deployments, and on definitions of processes and decisions. */
export const deployingOperations: OperationGroup = {
  prepare: async (as) => {
    const [{ id: plannedOf }] = await as(
      'root',
      '/engine-rest',
      get('/process-definition?key=hidden&latestVersion=true'),
    )
    const body = { isSuspended: true, includesInstances: false, at: '2090-01-01T00:00:00.000Z' }
    await as('root', '/api', put(`/processengine/definitions/${plannedOf}/suspended`, body))
    const { planned } = await as('root', '/api', get(`/processengine/definitions/${plannedOf}`))
    return { plannedOf, planned: planned[0].id }
  },
  cases: [
    {
      operation: 'deployments/create-deployment',
      scopes: ['deploy'],
      allowed: operators,
      api: () => ({ ...post('/processengine/deployments'), files: { 'small.bpmn': model }, fields: { name: 'Small' } }),
      rest: () => ({
        ...post('/deployment/create'),
        files: { 'small.bpmn': model },
        fields: { 'deployment-name': 'Small', 'deployment-source': 'millrace' },
      }),
    },
    {
      operation: 'deployments/delete-deployment',
      scopes: ['deploy'],
      allowed: operators,
      api: ({ deployment }) => remove(`/processengine/deployments/${deployment}?cascade=true`),
      rest: ({ deployment }) => remove(`/deployment/${deployment}?cascade=true`),
    },
    {
      operation: 'processes/suspend-process',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work }) =>
        put(`/processengine/definitions/${work}/suspended`, { isSuspended: true, includesInstances: true }),
    },
    {
      // Camunda 7 suspends the job definitions too, so that new jobs wait.
      operation: 'processes/suspend-process',
      of: 'by the calls of Camunda 7',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ work }) =>
        put(`/process-definition/${work}/suspended`, { suspended: true, includeProcessInstances: true }),
    },
    {
      operation: 'processes/cancel-suspension',
      scopes: ['operate'],
      allowed: operators,
      api: ({ plannedOf, planned }) => remove(`/processengine/definitions/${plannedOf}/planned-suspensions/${planned}`),
    },
    {
      operation: 'processes/set-time-to-live',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work }) => put(`/processengine/definitions/${work}/time-to-live`, { days: 7 }),
      rest: ({ work }) => put(`/process-definition/${work}/history-time-to-live`, { historyTimeToLive: 7 }),
    },
    {
      operation: 'processes/set-history-level',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work }) => put(`/processengine/definitions/${work}/history-level`, { level: 'audit' }),
    },
    {
      operation: 'history/run-clean-up',
      scopes: ['operate'],
      allowed: operators,
      api: () => post('/processengine/clean-up'),
      rest: () => post('/history/cleanup'),
    },
    {
      operation: 'processes/set-process-icon',
      scopes: ['operate'],
      allowed: operators,
      api: () => put('/processengine/definitions/work/icon', { icon: 'truck:tabler' }),
    },
    {
      operation: 'processes/delete-process',
      scopes: ['operate'],
      allowed: operators,
      api: ({ hidden }) => remove(`/processengine/definitions/${hidden}?cascade=true`),
      rest: ({ hidden }) => remove(`/process-definition/${hidden}?cascade=true`),
    },
    {
      operation: 'decisions/evaluate-decision',
      scopes: ['work'],
      allowed: programs,
      rest: ({ decision }) =>
        post(`/decision-definition/${decision}/evaluate`, { variables: { note: { value: 'x' } } }),
    },
    {
      operation: 'decisions/set-time-to-live',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ decision }) => put(`/decision-definition/${decision}/history-time-to-live`, { historyTimeToLive: 7 }),
    },
  ],
}
