import { defineCall, defineCalls } from './call.ts'

export const sampleCalls = defineCalls('samples', {
  /**
   * Processes, instances, history, demo users and their groups. With `MILLRACE_SAMPLES=on` the next start brings them
   * back. Demo users cannot do it, for they would remove themselves.
   */
  remove: defineCall({
    method: 'DELETE',
    path: '/samples',
    summary: 'Removes the sample application and its demo users.',
    tag: 'Samples',
    audience: ['RoleAdmin'],
    touches: ['deployments', 'processes', 'tasks', 'categories', 'users'],
    answer: 'empty',
  }),
})
