import { z } from 'zod'
import { applicationUses } from './application-uses.ts'
import { applicationDeployment, applicationVersion, deployedApplication } from './application-versions.ts'
import { defineCall, defineCalls } from './call.ts'
import { deletedReason, disabled } from './disabling.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { applicationList, applicationRow } from './lists/applications.ts'
import { text } from './patterns.ts'
import { instant, person } from './values.ts'

/** A description in a few words; an empty text is none. */
const description = z
  .union([z.literal(''), text('description', limits.description)])
  .nullable()
  .default(null)
  .transform((said) => said || null)

const newApplication = z.object({
  name: text('name'),
  /** The name in files and for API clients. */
  key: text('nameWithoutSpaces'),
  description,
  /** Name of the category of its processes; null: they are in Home alone. */
  category: z.string().max(255).nullable().default(null),
})

const application = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  /** The number of enabled processes; below, of enabled forms and decisions. */
  processes: z.number().int(),
  forms: z.number().int(),
  decisions: z.number().int(),
  /** Counts changes; to be sent with the next one. */
  revision: z.number().int(),
  disabled: disabled.nullable(),
  createdAt: instant,
  createdBy: person.nullable(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type Application = z.output<typeof application>

/** The proposed name and key of a copy, before it is created. */
const applicationCopy = z.object({
  sourceId: z.string(),
  name: z.string(),
  key: z.string(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  /** The number of copied processes. */
  processes: z.number().int(),
  forms: z.number().int(),
  decisions: z.number().int(),
})

export type ApplicationCopy = z.output<typeof applicationCopy>

const note = z.object({
  note: z
    .union([z.literal(''), text('description', limits.description)])
    .nullable()
    .default(null)
    .transform((said) => said || null),
})

const of = { tag: 'Applications', audience: ['RoleDesign'] } as const
const params = z.object({ appId: z.string().max(64) })
const gone = 'thing.not-found'
const taken = ['thing.name-taken', 'thing.key-taken'] as const
const touches = ['applications', 'forms.allApplications'] as const
const deployed = ['applications', 'deployments', 'processes', 'categories', 'customViews'] as const

/** Calls for applications: sets of processes, forms and decisions that are deployed together. */
export const applicationCalls = defineCalls('applications', {
  ...listCalls(applicationList, {
    path: '/applications',
    summary: 'Lists the applications.',
    ...of,
    row: applicationRow,
  }),
  /**
   * Creates an application. Refused with `licence.applications` at the limit of the licence. Disabled applications do
   * not count.
   */
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/applications',
    summary: 'Creates an empty application.',
    touches,
    happensOnce: true,
    body: newApplication,
    answer: application,
    errors: [gone, 'licence.applications', 'licence.expired', 'licence.not-covered', ...taken],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}',
    summary: 'One application.',
    params,
    answer: application,
    errors: [gone],
  }),
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/applications/{appId}',
    summary: 'Changes the name and category of an application.',
    touches: [...touches, 'forms', 'appProcesses', 'appDecisions'],
    happensOnce: true,
    params,
    body: newApplication.extend({ revision: z.number().int().optional() }),
    answer: application,
    errors: [gone, 'thing.disabled', 'thing.changed', ...taken],
  }),
  disable: defineCall({
    ...of,
    method: 'DELETE',
    path: '/applications/{appId}',
    summary: 'Disables an application, with a reason.',
    touches,
    happensOnce: true,
    params,
    query: deletedReason,
    answer: application,
    errors: [gone, 'thing.disabled'],
  }),
  restore: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/restore',
    summary: 'Restores an application that was disabled.',
    touches,
    happensOnce: true,
    params,
    answer: application,
    errors: [gone, 'thing.exists', 'licence.applications', 'licence.expired', 'licence.not-covered'],
  }),
  copyDetails: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/copy',
    summary: 'Returns names and keys for a copy of an application.',
    params,
    answer: applicationCopy,
    errors: [gone],
  }),
  /** Copies an application with the last version of each enabled part: completely or not at all. */
  copy: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/copy',
    summary: 'Copies an application with everything that is not disabled.',
    touches: [...touches, 'forms', 'appProcesses', 'appDecisions'],
    happensOnce: true,
    params,
    body: newApplication,
    answer: application,
    errors: [
      gone,
      'licence.applications',
      'licence.expired',
      'licence.not-covered',
      'thing.key-taken',
      'thing.name-taken',
      'thing.key-taken',
      'thing.name-taken',
      'thing.key-taken',
      'thing.name-taken',
      'budget.exceeded',
      ...taken,
    ],
  }),
  /**
   * Lists the objects that the latest enabled designs use, except those that are only known at run time, such as a
   * template named by an expression.
   */
  uses: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/uses',
    summary: 'Lists email and form templates, data lists and global properties that an application uses.',
    params,
    answer: applicationUses,
    errors: [gone, 'budget.exceeded'],
  }),
  deployment: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/deployment',
    summary: 'Returns the deployed version of an application, and the changes of the next one.',
    params,
    answer: applicationDeployment,
    errors: [gone],
  }),
  versions: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/versions',
    summary: 'Lists the versions of an application, newest first.',
    params,
    answer: z.array(applicationVersion),
    errors: [gone],
  }),
  /**
   * Deploys all enabled processes, forms and decisions if the test cases of processes and the samples of decisions
   * pass. `deployment.invalid` has each error in `details`, as for deployments.
   */
  deploy: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/deploy',
    summary: 'Deploys an application as its next version.',
    scope: 'deploy',
    touches: deployed,
    happensOnce: true,
    params,
    body: note.extend({
      /** The reason to deploy although test cases or samples fail. */
      overrideReason: text('description', limits.description).nullable().default(null),
    }),
    answer: deployedApplication,
    errors: [
      gone,
      'thing.disabled',
      'application.empty',
      'application.key-deployed',
      'application.tests-failed',
      'deployment.invalid',
      'budget.exceeded',
    ],
  }),
  /** Deploys an earlier version again. The designs do not change. */
  rollBack: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/versions/{version}/deploy',
    summary: 'Deploys the content of an earlier version of an application as the next version.',
    scope: 'deploy',
    touches: deployed,
    happensOnce: true,
    params: params.extend({ version: z.coerce.number<string>().int() }),
    body: note,
    answer: deployedApplication,
    errors: [
      gone,
      'thing.disabled',
      'application.empty',
      'application.key-deployed',
      'application.tests-failed',
      'deployment.invalid',
      'budget.exceeded',
    ],
  }),
  /** Undeploys an application. Running instances continue. */
  undeploy: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/undeploy',
    summary: 'Undeploys an application, so that nobody can start its processes.',
    scope: 'deploy',
    touches: deployed,
    happensOnce: true,
    params,
    answer: applicationDeployment,
    errors: [gone, 'application.not-deployed'],
  }),
})
