import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import {
  definitionCallers,
  definitionDetail,
  definitionElements,
  definitionLimits,
  historyLevels,
} from './definition-details.ts'
import { definitionDecisions, definitionHeat, definitionReport, heatQuery, reportQuery } from './definition-reports.ts'
import { listCalls } from './list/list-calls.ts'
import { definitionList, processRow } from './lists/definitions.ts'
import { instant, idParams as params } from './values.ts'

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
      /** The time of the change; null: now. A job carries it out, also for versions that are deployed until then. */
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
  /**
   * Deletes a version. With `cascade`, its running instances and all history are deleted too; otherwise running
   * instances prevent it.
   */
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
