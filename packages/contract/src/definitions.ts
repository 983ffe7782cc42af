import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { definitionDecisions, definitionHeat, definitionReport, heatQuery, reportQuery } from './definition-reports.ts'
import { listCalls } from './list/list-calls.ts'
import { definitionList, processRow } from './lists/definitions.ts'
import { instant, idParams as params, person } from './values.ts'

export const definitionLimits = {
  /** Versions of a process that its page shows, the newest first. */
  versions: 100,
  /** Running instances that are looked at to count where they are, the newest first. */
  running: 5_000,
  /** Instances, running or ended, whose past steps are counted. */
  past: 1_000,
  /** Processes that may call another one: as many models are read to find out. */
  callers: 50,
  /** Days of a time to live. */
  days: 1_000_000,
} as const

/** The history levels of definitions, with the names of Camunda 7. */
export const historyLevels = ['none', 'activity', 'audit', 'full'] as const

export type HistoryLevel = (typeof historyLevels)[number]

const reference = z.object({ id: z.string(), key: z.string(), name: z.string(), version: z.number().int() })

const definitionVersion = z.object({
  id: z.string(),
  version: z.number().int(),
  versionTag: z.string().nullable(),
  deployedAt: instant,
  deployedBy: person.nullable(),
  isSuspended: z.boolean(),
  /** Counts up to `listLimits.total`. */
  running: z.number().int(),
  incidents: z.number().int(),
})

export type DefinitionVersion = z.output<typeof definitionVersion>

const jobDefinition = z.object({
  id: z.string(),
  elementId: z.string(),
  elementName: z.string().nullable(),
  /** As Camunda 7 names it, such as `timer-intermediate-transition`. */
  type: z.string(),
  configuration: z.string().nullable(),
  isSuspended: z.boolean(),
  /** Null: the priority of the model. */
  priority: z.number().int().nullable(),
})

export type JobDefinition = z.output<typeof jobDefinition>

const definitionDetail = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  version: z.number().int(),
  versionTag: z.string().nullable(),
  tenantId: z.string().nullable(),
  description: z.string().nullable(),
  isSuspended: z.boolean(),
  fileName: z.string(),
  deployment: z.object({
    id: z.string(),
    name: z.string().nullable(),
    deployedAt: instant,
    deployedBy: person.nullable(),
  }),
  /** Whether the user can start it by its form: its newest version where this is not it. */
  canStart: z.boolean(),
  /** Days that history is kept after the end of an instance. Null: for ever. */
  timeToLive: z.number().int().nullable(),
  historyLevel: z.enum(historyLevels),
  /** Who may start it. Everyone where both are empty. */
  starters: z.object({ users: z.array(person), groups: z.array(z.string()) }),
  forms: z.array(
    z.object({
      elementId: z.string(),
      elementName: z.string().nullable(),
      kind: z.enum(['start', 'task']),
      /** Key of the form; null where the fields are in the model. */
      form: z.string().nullable(),
    }),
  ),
  jobDefinitions: z.array(jobDefinition),
  /** Suspensions and activations that are planned for this version, what comes first. */
  planned: z.array(
    z.object({
      id: z.string(),
      /** The version that it was planned with, which takes it back. */
      definitionId: z.string(),
      at: instant,
      isSuspended: z.boolean(),
      includesInstances: z.boolean(),
      allVersions: z.boolean(),
    }),
  ),
  /** Decisions of the same deployment. */
  decisions: z.array(reference),
  /** The newest first, at most `definitionLimits.versions`. */
  versions: z.array(definitionVersion),
  hasOlderVersions: z.boolean(),
  /** Instances count up to `listLimits.count`. */
  counts: z.object({ running: z.number().int(), ended: z.number().int(), incidents: z.number().int() }),
})

export type DefinitionDetail = z.output<typeof definitionDetail>

const definitionElement = z.object({
  elementId: z.string(),
  /** Null: it has none. */
  name: z.string().nullable(),
  /** As Camunda 7 names it, such as `userTask`. */
  type: z.string(),
  running: z.number().int(),
  /** Counts up to `listLimits.count`. */
  incidents: z.number().int(),
  ended: z.number().int(),
  cancelled: z.number().int(),
})

export type DefinitionElement = z.output<typeof definitionElement>

const definitionElements = z.object({
  /** Elements that were reached, or have incidents. */
  items: z.array(definitionElement),
  /** Only the newest `definitionLimits.running` instances were looked at. */
  isRunningPartial: z.boolean(),
  /** Only the newest `definitionLimits.past` running and as many ended instances were looked at. */
  isPastPartial: z.boolean(),
})

export type DefinitionElements = z.output<typeof definitionElements>

const processCall = z.object({
  /** The step that calls. */
  elementId: z.string(),
  elementName: z.string().nullable(),
  /** Key as the model has it; may be an expression. */
  calledKey: z.string(),
  /** The newest version with the key; null where there is none, or an expression says which. */
  called: reference.nullable(),
})

const definitionCallers = z.object({
  calls: z.array(processCall),
  calledBy: z.array(reference),
  /** There may be more than `definitionLimits.callers` that call it. */
  isPartial: z.boolean(),
})

export type DefinitionCallers = z.output<typeof definitionCallers>

const audience = ['RoleProcessAdmin', 'RoleAdmin'] as const
const operators = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const
const read = { method: 'GET', tag: 'Process definitions', audience, params } as const
const change = {
  method: 'PUT',
  tag: 'Process definitions',
  audience: operators,
  scope: 'operate',
  answer: 'empty',
} as const
const jobParams = params.extend({ jobDefinitionId: z.string().max(64) })
const gone = ['thing.not-found'] as const

export const definitionCalls = defineCalls('definitions', {
  ...listCalls(definitionList, {
    path: '/processengine/definitions',
    summary: 'Lists the deployed processes.',
    tag: 'Process definitions',
    audience,
    row: processRow,
  }),
  get: defineCall({
    ...read,
    path: '/processengine/definitions/{id}',
    summary: 'Returns one version of a process.',
    answer: definitionDetail,
    errors: gone,
  }),
  elements: defineCall({
    ...read,
    path: '/processengine/definitions/{id}/elements',
    summary: 'Counts the active and past instances at each element of a process.',
    answer: definitionElements,
    errors: gone,
  }),
  heat: defineCall({
    ...read,
    path: '/processengine/definitions/{id}/heat',
    summary: 'Counts and times the runs of each element of a process in a period.',
    query: heatQuery,
    answer: definitionHeat,
    isLong: true,
    errors: gone,
  }),
  decisions: defineCall({
    ...read,
    path: '/processengine/definitions/{id}/decisions',
    summary: 'Lists the evaluated decisions of a process and the rules that fired.',
    answer: definitionDecisions,
    isLong: true,
    errors: gone,
  }),
  report: defineCall({
    ...read,
    path: '/processengine/definitions/{id}/report',
    summary: 'Counts and times the instances of a process by week, month or quarter.',
    query: reportQuery,
    answer: definitionReport,
    isLong: true,
    errors: gone,
  }),
  callers: defineCall({
    ...read,
    path: '/processengine/definitions/{id}/callers',
    summary: 'Lists the processes that a process calls, and those that call it.',
    answer: definitionCallers,
    isLong: true,
    errors: gone,
  }),
  suspend: defineCall({
    ...change,
    path: '/processengine/definitions/{id}/suspended',
    summary: 'Suspends or activates a process.',
    touches: ['definitions', 'processes', 'tasks', 'jobs', 'deployments.get', 'categories.processes'],
    happensOnce: true,
    params,
    body: z.object({
      isSuspended: z.boolean(),
      /** Whether running instances are suspended or activated too. */
      includesInstances: z.boolean(),
      /** Whether all versions of the tenant are meant. */
      allVersions: z.boolean().default(false),
      /** When; null: now. What becomes of it by then is up to a worker: versions that are deployed until then count too. */
      at: instant.nullable().default(null),
    }),
    errors: gone,
  }),
  cancelSuspension: defineCall({
    ...change,
    method: 'DELETE',
    path: '/processengine/definitions/{id}/planned-suspensions/{planId}',
    summary: 'Takes back a planned suspension or activation of a process.',
    touches: ['definitions.get', 'jobs'],
    happensOnce: true,
    params: params.extend({ planId: z.string().max(64) }),
    errors: gone,
  }),
  setTimeToLive: defineCall({
    ...change,
    path: '/processengine/definitions/{id}/time-to-live',
    summary: 'Sets how long the history of ended instances is kept.',
    touches: ['definitions.get'],
    params,
    body: z.object({ days: z.number().int().min(0).max(definitionLimits.days).nullable() }),
    errors: gone,
  }),
  setHistoryLevel: defineCall({
    ...change,
    path: '/processengine/definitions/{id}/history-level',
    summary: 'Sets what history keeps of the instances of a process.',
    touches: ['definitions.get'],
    params,
    body: z.object({ level: z.enum(historyLevels) }),
    errors: gone,
  }),
  /** With `cascade` running instances and all history of the version go too; without, running instances refuse it. */
  delete: defineCall({
    ...change,
    method: 'DELETE',
    path: '/processengine/definitions/{id}',
    summary: 'Deletes one version of a process.',
    touches: ['definitions.list', 'deployments', 'processes', 'tasks', 'categories', 'customViews'],
    happensOnce: true,
    isLong: true,
    params,
    query: z.object({ cascade: z.enum(['true', 'false']).default('false') }),
    errors: ['thing.not-found', 'instance.running'],
  }),
  suspendJobs: defineCall({
    ...change,
    path: '/processengine/definitions/{id}/job-definitions/{jobDefinitionId}/suspended',
    summary: 'Suspends or activates the jobs of an element.',
    touches: ['definitions.get'],
    params: jobParams,
    body: z.object({
      isSuspended: z.boolean(),
      /** Whether jobs that exist are suspended or activated too. */
      includesJobs: z.boolean(),
    }),
    errors: gone,
  }),
  setJobPriority: defineCall({
    ...change,
    path: '/processengine/definitions/{id}/job-definitions/{jobDefinitionId}/priority',
    summary: 'Sets the priority of the jobs of an element.',
    touches: ['definitions.get'],
    params: jobParams,
    body: z.object({
      /** Null: the priority of the model. */
      priority: z.number().int().min(-1_000_000_000).max(1_000_000_000).nullable(),
      /** Whether jobs that exist get it too. */
      includesJobs: z.boolean(),
    }),
    errors: gone,
  }),
  retryJobs: defineCall({
    ...change,
    path: '/processengine/definitions/{id}/job-definitions/{jobDefinitionId}/retries',
    summary: 'Retries the failed jobs of an element.',
    touches: ['definitions', 'processes', 'incidentGroups'],
    happensOnce: true,
    params: jobParams,
    body: z.object({ retries: z.number().int().min(1).max(1_000) }),
    errors: gone,
  }),
})
