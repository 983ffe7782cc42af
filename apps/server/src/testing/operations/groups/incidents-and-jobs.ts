import { type OperationGroup, operators, post, put, remove } from '../operation-case.ts'

/** Of one instance among several. */
const isNotDone = (answer: unknown) => !Array.isArray(answer) || answer.some(({ isDone }) => isDone !== true)

/** The operations on incidents, jobs and their definitions. */
export const incidentAndJobOperations: OperationGroup = {
  cases: [
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
  ],
}
