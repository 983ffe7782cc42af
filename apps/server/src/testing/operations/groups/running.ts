import { get, type OperationGroup, operators, post, programs, put, remove } from '../operation-case.ts'

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="small" isExecutable="true"><startEvent id="start"/></process></definitions>`

const openElements = 'mine,open,delegated,free1,held1,failed1,hear,see,later,wait,receive,free,first,second'.split(',')

/** Of one instance among several. */
const isNotDone = (answer: unknown) => !Array.isArray(answer) || answer.some(({ isDone }) => isDone !== true)

/** The operations on running processes, and events that API clients send. */
export const runningOperations: OperationGroup = {
  prepare: async (as) => {
    const [{ id: plannedOf }] = await as(
      'root',
      '/engine-rest',
      get('/process-definition?key=hidden&latestVersion=true'),
    )
    const body = { isSuspended: true, includesInstances: false, at: '2090-01-01T00:00:00.000Z' }
    await as('root', '/api', put(`/processengine/definitions/${plannedOf}/suspended`, body))
    const { planned } = await as('root', '/api', get(`/processengine/definitions/${plannedOf}`))
    const { id: undone } = await as('root', '/engine-rest', post('/process-definition/key/hidden/start', {}))
    await as(
      'root',
      '/api',
      put(`/processengine/instances/${undone}/variables`, { name: 'undone', type: 'String', text: 'x' }),
    )
    const { change } = await as('root', '/api', get(`/processengine/instances/${undone}/undo`))
    return { plannedOf, planned: planned[0].id, undone, undoneAt: change.at }
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
    {
      operation: 'instances/suspend-instance',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => put(`/process-instance/${instance}/suspended`, { suspended: true }),
    },
    {
      operation: 'instances/suspend-instances',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => put('/process-instance/suspended', { suspended: true, processInstanceIds: [instance] }),
    },
    {
      operation: 'instances/activate-ad-hoc',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => post(`/process-instance/${instance}/ad-hoc/free/activate`, { activityId: 'second' }),
    },
    {
      operation: 'instances/complete-ad-hoc',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => post(`/process-instance/${instance}/ad-hoc/free/complete`),
    },
    {
      operation: 'instances/signal-element',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ waiting }) => post(`/execution/${waiting}/signal`),
    },
    {
      operation: 'instances/modify-instance',
      scopes: ['operate'],
      allowed: operators,
      api: ({ instance }) =>
        post(`/processengine/instances/${instance}/tokens`, { moves: [{ kind: 'start', at: 'before', id: 'open' }] }),
      rest: ({ instance }) =>
        post(`/process-instance/${instance}/modification`, {
          instructions: [{ type: 'startBeforeActivity', activityId: 'open' }],
        }),
    },
    {
      operation: 'instances/try-modification',
      scopes: ['operate'],
      allowed: operators,
      changesNothing: true,
      api: ({ instance }) =>
        post(`/processengine/instances/${instance}/tokens/try`, { moves: [{ kind: 'cancel', by: 'key', id: 'open' }] }),
    },
    {
      operation: 'instances/undo-last-change',
      scopes: ['operate'],
      allowed: operators,
      api: ({ undone, undoneAt }) => post(`/processengine/instances/${undone}/undo`, { at: undoneAt }),
    },
    {
      operation: 'instances/modify-instances',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ work, instance }) =>
        post('/modification/execute', {
          processDefinitionId: work,
          processInstanceIds: [instance],
          instructions: [{ type: 'startBeforeActivity', activityId: 'open' }],
        }),
    },
    {
      operation: 'instances/migrate-instances',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work, instance }) =>
        post(`/processengine/definitions/${work}/migration`, {
          targetId: work,
          instructions: openElements.map((id) => ({ source: id, target: id })),
          ids: [instance],
        }),
      rest: ({ work, instance }) =>
        post('/migration/execute', {
          migrationPlan: {
            sourceProcessDefinitionId: work,
            targetProcessDefinitionId: work,
            instructions: openElements.map((id) => ({ sourceActivityIds: [id], targetActivityIds: [id] })),
          },
          processInstanceIds: [instance],
        }),
    },
    {
      operation: 'instances/try-migration',
      scopes: ['operate'],
      allowed: operators,
      changesNothing: true,
      api: ({ work, instance }) =>
        post(`/processengine/definitions/${work}/migration/try`, {
          targetId: work,
          instructions: openElements.map((id) => ({ source: id, target: id })),
          selection: { ids: [instance] },
        }),
    },
    {
      operation: 'processes/try-restart',
      scopes: ['start'],
      allowed: operators,
      changesNothing: true,
      api: ({ work, ended }) =>
        post(`/processengine/definitions/${work}/restart/try`, {
          moves: [{ kind: 'start', at: 'before', id: 'open' }],
          selection: { ids: [ended] },
        }),
    },
    {
      operation: 'processes/restart-instances',
      scopes: ['start'],
      allowed: operators,
      api: ({ work, ended }) =>
        post(`/processengine/definitions/${work}/restart`, {
          moves: [{ kind: 'start', at: 'before', id: 'open' }],
          ids: [ended],
        }),
      rest: ({ work, ended }) =>
        post(`/process-definition/${work}/restart`, {
          processInstanceIds: [ended],
          instructions: [{ type: 'startBeforeActivity', activityId: 'open' }],
        }),
    },
    {
      operation: 'instances/do-to-instance',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) => post('/processengine/instance-actions', { action: { kind: 'suspend' }, ids: [instance] }),
    },
    {
      operation: 'instances/do-to-instance',
      of: 'one that ends',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) =>
        post('/processengine/instance-actions', { action: { kind: 'cancel', reason: 'Twice.' }, ids: [instance] }),
    },
    {
      operation: 'instances/do-to-instance',
      of: 'one that ends by force',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) =>
        post('/processengine/instance-actions', {
          action: { kind: 'cancel', reason: 'Broken.', isForced: true },
          ids: [instance],
        }),
    },
    {
      operation: 'incidents/retry-incidents',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) => post('/processengine/instance-actions', { action: { kind: 'retry' }, ids: [instance] }),
    },
    {
      operation: 'incidents/retry-incident',
      scopes: ['operate'],
      allowed: operators,
      api: ({ instance, incident }) => post(`/processes/instances/${instance}/incidents/${incident}/retry`),
      rest: ({ failed }) => put(`/external-task/${failed}/retries`, { retries: 1 }),
    },
    {
      operation: 'incidents/raise-incident',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) =>
        post(`/execution/${instance}/create-incident`, { incidentType: 'stuck', message: 'Stuck.' }),
    },
    {
      operation: 'incidents/annotate-incident',
      scopes: ['operate'],
      allowed: operators,
      api: ({ incident }) => put(`/processengine/incidents/${incident}/note`, { note: 'Known.' }),
      rest: ({ incident }) => put(`/incident/${incident}/annotation`, { annotation: 'Known.' }),
    },
    {
      operation: 'incidents/resolve-incident',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ stuck }) => remove(`/incident/${stuck}`),
    },
    {
      operation: 'jobs/set-job-retries',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => put(`/processengine/jobs/${job}/retries`, { retries: 5 }),
      rest: ({ job }) => put(`/job/${job}/retries`, { retries: 5 }),
    },
    {
      operation: 'jobs/change-jobs',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => put(`/processengine/jobs/${job}/priority`, { priority: 7 }),
      rest: ({ job }) => put(`/job/${job}/priority`, { priority: 7 }),
    },
    {
      operation: 'jobs/change-jobs',
      of: 'when one is due',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => put(`/processengine/jobs/${job}/due`, { dueAt: '2031-02-03T04:05:06.000Z' }),
      rest: ({ job }) => put(`/job/${job}/duedate`, { duedate: '2031-02-03T04:05:06.000+0000' }),
    },
    {
      operation: 'jobs/change-jobs',
      of: 'one that is suspended',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => put(`/processengine/jobs/${job}/suspended`, { isSuspended: true }),
      rest: ({ job }) => put(`/job/${job}/suspended`, { suspended: true }),
    },
    {
      operation: 'jobs/change-jobs-of-process',
      scopes: ['operate'],
      allowed: operators,
      rest: () => put('/job/suspended', { processDefinitionKey: 'work', suspended: true }),
    },
    {
      operation: 'jobs/reset-job-timer',
      scopes: ['operate'],
      allowed: operators,
      api: ({ timer }) => post(`/processengine/jobs/${timer}/reset-timer`, { isFromCreation: false }),
      rest: ({ timer }) => post(`/job/${timer}/duedate/recalculate?creationDateBased=false`),
    },
    {
      operation: 'jobs/execute-job',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => post(`/processengine/jobs/${job}/run`),
      rest: ({ job }) => post(`/job/${job}/execute`),
    },
    { operation: 'jobs/delete-job', scopes: ['operate'], allowed: operators, rest: ({ job }) => remove(`/job/${job}`) },
    {
      operation: 'job-definitions/suspend-job-definitions',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work, jobDefinition }) =>
        put(`/processengine/definitions/${work}/job-definitions/${jobDefinition}/suspended`, {
          isSuspended: true,
          includesJobs: false,
        }),
      rest: ({ jobDefinition }) => put(`/job-definition/${jobDefinition}/suspended`, { suspended: true }),
    },
    {
      operation: 'job-definitions/set-job-definition-retries',
      scopes: ['operate'],
      allowed: operators,
      changesNothing: true,
      api: ({ work, jobDefinition }) =>
        put(`/processengine/definitions/${work}/job-definitions/${jobDefinition}/retries`, { retries: 1 }),
      rest: ({ jobDefinition }) => put(`/job-definition/${jobDefinition}/retries`, { retries: 1 }),
    },
    {
      operation: 'job-definitions/set-job-definition-priority',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work, jobDefinition }) =>
        put(`/processengine/definitions/${work}/job-definitions/${jobDefinition}/priority`, {
          priority: 7,
          includesJobs: false,
        }),
      rest: ({ jobDefinition }) => put(`/job-definition/${jobDefinition}/jobPriority`, { priority: 7 }),
    },
    {
      operation: 'events/correlate-message',
      scopes: ['work'],
      allowed: programs,
      rest: () => post('/message', { messageName: 'paid' }),
    },
    {
      operation: 'events/send-signal',
      scopes: ['start', 'work'],
      allowed: programs,
      rest: () => post('/signal', { name: 'alarm' }),
    },
    {
      operation: 'events/trigger-subscription',
      scopes: ['work'],
      allowed: programs,
      rest: ({ hearing }) => post(`/execution/${hearing}/messageSubscriptions/paid/trigger`),
    },
    {
      operation: 'events/evaluate-conditions',
      scopes: ['start', 'work'],
      allowed: programs,
      rest: () => post('/condition', { variables: { amount: { value: 200, type: 'Integer' } } }),
    },
    {
      operation: 'history/forget-instance',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ ended }) => remove(`/history/process-instance/${ended}`),
    },
    {
      operation: 'history/forget-variables',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ ended }) => remove(`/history/process-instance/${ended}/variable-instances`),
    },
    {
      operation: 'history/forget-variable',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ variable }) => remove(`/history/variable-instance/${variable}`),
    },
  ],
}
