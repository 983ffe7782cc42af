import { type OperationGroup, operators, post, programs, remove } from '../operation-case.ts'

/** The events that API clients send, and the operations on history. */
export const runningOperations: OperationGroup = {
  cases: [
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
