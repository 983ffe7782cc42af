import { type OperationGroup, operators, post, programs, put } from '../operation-case.ts'

/** The operations of external workers. */
export const workerOperations: OperationGroup = {
  cases: [
    {
      operation: 'external-tasks/fetch-work',
      scopes: ['work'],
      allowed: programs,
      rest: () =>
        post('/external-task/fetchAndLock', {
          workerId: 'w',
          maxTasks: 1,
          topics: [{ topicName: 'free', lockDuration: 60_000 }],
        }),
    },
    {
      operation: 'external-tasks/lock-task',
      scopes: ['work'],
      allowed: programs,
      rest: ({ free }) => post(`/external-task/${free}/lock`, { workerId: 'w', lockDuration: 60_000 }),
    },
    {
      operation: 'external-tasks/extend-task-lock',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) => post(`/external-task/${held}/extendLock`, { workerId: 'worker', newDuration: 700_000 }),
    },
    {
      operation: 'external-tasks/unlock-task',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) => post(`/external-task/${held}/unlock`),
    },
    {
      operation: 'external-tasks/complete-work',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) => post(`/external-task/${held}/complete`, { workerId: 'worker' }),
    },
    {
      operation: 'external-tasks/fail-work',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) =>
        post(`/external-task/${held}/failure`, { workerId: 'worker', retries: 0, errorMessage: 'no' }),
    },
    {
      operation: 'external-tasks/throw-work-error',
      scopes: ['work'],
      allowed: programs,
      rest: ({ held }) => post(`/external-task/${held}/bpmnError`, { workerId: 'worker', errorCode: 'failed' }),
    },
    {
      operation: 'external-tasks/set-task-priority',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ free }) => put(`/external-task/${free}/priority`, { priority: 7 }),
    },
    {
      operation: 'external-tasks/set-task-retries',
      scopes: ['operate'],
      allowed: operators,
      api: ({ failed }) => put(`/processengine/external-tasks/${failed}/retries`, { retries: 1 }),
      rest: ({ failed }) => put(`/external-task/${failed}/retries`, { retries: 1 }),
    },
    {
      operation: 'external-tasks/set-many-retries',
      scopes: ['operate'],
      allowed: operators,
      rest: ({ failed }) => put('/external-task/retries', { retries: 1, externalTaskIds: [failed] }),
    },
  ],
}
