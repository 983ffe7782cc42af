import { type DeedGroup, get, operators, post, programs, put, remove } from '../deed-case.ts'

const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="small" isExecutable="true"><startEvent id="start"/></process></definitions>`

const openElements = 'mine,open,delegated,free1,held1,failed1,hear,see,later,wait,receive,free,first,second'.split(',')

/** Of one instance among several. */
const isNotDone = (answer: unknown) => !Array.isArray(answer) || answer.some(({ isDone }) => isDone !== true)

/** Deeds of those who run processes, and events that programs tell. */
export const runningDeeds: DeedGroup = {
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
      deed: 'deployments/create-deployment',
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
      deed: 'deployments/delete-deployment',
      scopes: ['deploy'],
      allowed: operators,
      api: ({ deployment }) => remove(`/processengine/deployments/${deployment}?cascade=true`),
      rest: ({ deployment }) => remove(`/deployment/${deployment}?cascade=true`),
    },
    {
      deed: 'processes/suspend-process',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work }) =>
        put(`/processengine/definitions/${work}/suspended`, { isSuspended: true, includesInstances: true }),
      rest: ({ work }) =>
        put(`/process-definition/${work}/suspended`, { suspended: true, includeProcessInstances: true }),
    },
    {
      deed: 'processes/cancel-suspension',
      scopes: ['operate'],
      allowed: operators,
      api: ({ plannedOf, planned }) => remove(`/processengine/definitions/${plannedOf}/planned-suspensions/${planned}`),
    },
    {
      deed: 'processes/set-time-to-live',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work }) => put(`/processengine/definitions/${work}/time-to-live`, { days: 7 }),
      rest: ({ work }) => put(`/process-definition/${work}/history-time-to-live`, { historyTimeToLive: 7 }),
    },
    {
      deed: 'processes/set-history-level',
      scopes: ['operate'],
      allowed: operators,
      api: ({ work }) => put(`/processengine/definitions/${work}/history-level`, { level: 'audit' }),
    },
    {
      deed: 'history/run-clean-up',
      scopes: ['operate'],
      allowed: operators,
      api: () => post('/processengine/clean-up'),
      rest: () => post('/history/cleanup'),
    },
    {
      deed: 'processes/set-process-icon',
      scopes: ['operate'],
      allowed: operators,
      api: () => put('/processengine/definitions/work/icon', { icon: 'truck:tabler' }),
    },
    {
      deed: 'processes/delete-process',
      scopes: ['operate'],
      allowed: operators,
      api: ({ hidden }) => remove(`/processengine/definitions/${hidden}?cascade=true`),
      rest: ({ hidden }) => remove(`/process-definition/${hidden}?cascade=true`),
    },
    {
      deed: 'decisions/evaluate-decision',
      scopes: ['work'],
      allowed: programs,
      rest: ({ decision }) =>
        post(`/decision-definition/${decision}/evaluate`, { variables: { note: { value: 'x' } } }),
    },
    {
      deed: 'decisions/set-time-to-live',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ decision }) => put(`/decision-definition/${decision}/history-time-to-live`, { historyTimeToLive: 7 }),
    },
    {
      deed: 'instances/suspend-instance',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => put(`/process-instance/${instance}/suspended`, { suspended: true }),
    },
    {
      deed: 'instances/suspend-instances',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => put('/process-instance/suspended', { suspended: true, processInstanceIds: [instance] }),
    },
    {
      deed: 'instances/activate-ad-hoc',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => post(`/process-instance/${instance}/ad-hoc/free/activate`, { activityId: 'second' }),
    },
    {
      deed: 'instances/complete-ad-hoc',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) => post(`/process-instance/${instance}/ad-hoc/free/complete`),
    },
    {
      deed: 'instances/signal-element',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ waiting }) => post(`/execution/${waiting}/signal`),
    },
    {
      deed: 'instances/modify-instance',
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
      deed: 'instances/try-modification',
      scopes: ['operate'],
      allowed: operators,
      changesNothing: true,
      api: ({ instance }) =>
        post(`/processengine/instances/${instance}/tokens/try`, { moves: [{ kind: 'cancel', by: 'key', id: 'open' }] }),
    },
    {
      deed: 'instances/undo-last-change',
      scopes: ['operate'],
      allowed: operators,
      api: ({ undone, undoneAt }) => post(`/processengine/instances/${undone}/undo`, { at: undoneAt }),
    },
    {
      deed: 'instances/modify-instances',
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
      deed: 'instances/migrate-instances',
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
      deed: 'instances/try-migration',
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
      deed: 'processes/try-restart',
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
      deed: 'processes/restart-instances',
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
      deed: 'instances/do-to-instance',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) => post('/processengine/instance-deeds', { deed: { kind: 'suspend' }, ids: [instance] }),
    },
    {
      deed: 'instances/do-to-instance',
      of: 'one that ends',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) =>
        post('/processengine/instance-deeds', { deed: { kind: 'cancel', reason: 'Twice.' }, ids: [instance] }),
    },
    {
      deed: 'incidents/retry-incidents',
      scopes: ['operate'],
      allowed: operators,
      isRefused: isNotDone,
      api: ({ instance }) => post('/processengine/instance-deeds', { deed: { kind: 'retry' }, ids: [instance] }),
    },
    {
      deed: 'incidents/retry-incident',
      scopes: ['operate'],
      allowed: operators,
      api: ({ instance, incident }) => post(`/processes/instances/${instance}/incidents/${incident}/retry`),
      rest: ({ failed }) => put(`/external-task/${failed}/retries`, { retries: 1 }),
    },
    {
      deed: 'incidents/raise-incident',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ instance }) =>
        post(`/execution/${instance}/create-incident`, { incidentType: 'stuck', message: 'Stuck.' }),
    },
    {
      deed: 'incidents/annotate-incident',
      scopes: ['operate'],
      allowed: operators,
      api: ({ incident }) => put(`/processengine/incidents/${incident}/note`, { note: 'Known.' }),
      rest: ({ incident }) => put(`/incident/${incident}/annotation`, { annotation: 'Known.' }),
    },
    {
      deed: 'incidents/resolve-incident',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ stuck }) => remove(`/incident/${stuck}`),
    },
    {
      deed: 'jobs/set-job-retries',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => put(`/processengine/jobs/${job}/retries`, { retries: 5 }),
      rest: ({ job }) => put(`/job/${job}/retries`, { retries: 5 }),
    },
    {
      deed: 'jobs/change-jobs',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => put(`/processengine/jobs/${job}/priority`, { priority: 7 }),
      rest: ({ job }) => put(`/job/${job}/priority`, { priority: 7 }),
    },
    {
      deed: 'jobs/change-jobs',
      of: 'when one is due',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => put(`/processengine/jobs/${job}/due`, { dueAt: '2031-02-03T04:05:06.000Z' }),
      rest: ({ job }) => put(`/job/${job}/duedate`, { duedate: '2031-02-03T04:05:06.000+0000' }),
    },
    {
      deed: 'jobs/change-jobs',
      of: 'one that is suspended',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => put(`/processengine/jobs/${job}/suspended`, { isSuspended: true }),
      rest: ({ job }) => put(`/job/${job}/suspended`, { suspended: true }),
    },
    {
      deed: 'jobs/change-jobs-of-process',
      scopes: ['operate'],
      allowed: operators,
      rest: () => put('/job/suspended', { processDefinitionKey: 'work', suspended: true }),
    },
    {
      deed: 'jobs/reset-job-timer',
      scopes: ['operate'],
      allowed: operators,
      api: ({ timer }) => post(`/processengine/jobs/${timer}/reset-timer`, { isFromCreation: false }),
      rest: ({ timer }) => post(`/job/${timer}/duedate/recalculate?creationDateBased=false`),
    },
    {
      deed: 'jobs/execute-job',
      scopes: ['operate'],
      allowed: operators,
      api: ({ job }) => post(`/processengine/jobs/${job}/run`),
      rest: ({ job }) => post(`/job/${job}/execute`),
    },
    { deed: 'jobs/delete-job', scopes: ['operate'], allowed: operators, rest: ({ job }) => remove(`/job/${job}`) },
    {
      deed: 'job-definitions/suspend-job-definitions',
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
      deed: 'job-definitions/set-job-definition-retries',
      scopes: ['operate'],
      allowed: operators,
      changesNothing: true,
      api: ({ work, jobDefinition }) =>
        put(`/processengine/definitions/${work}/job-definitions/${jobDefinition}/retries`, { retries: 1 }),
      rest: ({ jobDefinition }) => put(`/job-definition/${jobDefinition}/retries`, { retries: 1 }),
    },
    {
      deed: 'job-definitions/set-job-definition-priority',
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
      deed: 'events/correlate-message',
      scopes: ['work'],
      allowed: programs,
      rest: () => post('/message', { messageName: 'paid' }),
    },
    {
      deed: 'events/send-signal',
      scopes: ['start', 'work'],
      allowed: programs,
      rest: () => post('/signal', { name: 'alarm' }),
    },
    {
      deed: 'events/trigger-subscription',
      scopes: ['work'],
      allowed: programs,
      rest: ({ hearing }) => post(`/execution/${hearing}/messageSubscriptions/paid/trigger`),
    },
    {
      deed: 'events/evaluate-conditions',
      scopes: ['start', 'work'],
      allowed: programs,
      rest: () => post('/condition', { variables: { amount: { value: 200, type: 'Integer' } } }),
    },
    {
      deed: 'history/forget-instance',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ ended }) => remove(`/history/process-instance/${ended}`),
    },
    {
      deed: 'history/forget-variables',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ ended }) => remove(`/history/process-instance/${ended}/variable-instances`),
    },
    {
      deed: 'history/forget-variable',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ variable }) => remove(`/history/variable-instance/${variable}`),
    },
  ],
}
