import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'

const sample = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** Null: it does not exist, or it is disabled. */
  applicationId: z.string().nullable(),
})

export type Sample = z.output<typeof sample>

export const sampleCalls = defineCalls('samples', {
  list: defineCall({
    method: 'GET',
    path: '/samples',
    summary: 'Lists the sample applications.',
    tag: 'Samples',
    audience: ['RoleDesign'],
    answer: z.array(sample),
  }),
  /**
   * Adds a sample application with its data lists, and deploys it. Existing data lists with its keys stay unchanged.
   * Missing groups of its tasks are created with the user as a member, if the user may create groups.
   */
  add: defineCall({
    method: 'POST',
    path: '/samples/{key}',
    summary: 'Adds a sample application and deploys it.',
    tag: 'Samples',
    audience: ['RoleDesign'],
    scope: 'deploy',
    touches: [
      'samples',
      'applications',
      'appProcesses',
      'appDecisions',
      'forms',
      'dataLists',
      'deployments',
      'processes',
      'categories',
    ],
    happensOnce: true,
    params: z.object({ key: z.string().max(50) }),
    answer: z.object({
      applicationId: z.string(),
      /** Names of groups without members to which its tasks are given. */
      emptyGroups: z.array(z.string()),
    }),
    errors: [
      'thing.not-found',
      'thing.name-taken',
      'thing.key-taken',
      'licence.applications',
      'licence.expired',
      'licence.not-covered',
      'thing.name-taken',
      'thing.key-taken',
      'thing.name-taken',
      'thing.key-taken',
      'thing.name-taken',
      'thing.key-taken',
      'deployment.invalid',
      'budget.exceeded',
    ],
  }),
  /**
   * Removes the samples: processes, instances, history, demo users and their groups. With `MILLRACE_SAMPLES=on`, the
   * next start creates them again. Refused for demo users, because they would remove themselves.
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
