import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { listCalls } from './list/list-calls.ts'
import { incidentGroupList, incidentGroupRow } from './lists/incident-groups.ts'
import { writtenVariable } from './operated-instances.ts'
import { instant, idParams as params } from './values.ts'

export const incidentGroupLimits = {
  /** Incidents of a group that one call gives. */
  page: 50,
  /** Incidents that are retried by one batch. */
  batch: 100_000,
  /** Items of a batch that one call gives. */
  items: 100,
  note: 4_000,
  /** Variables with which a call that got no answer is settled. */
  results: 20,
  /** Days that a cause without open incidents is kept. */
  fixedDays: 30,
} as const

const incidentBatch = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'done', 'cancelled']),
  total: z.number().int(),
  /** Incidents whose step is tried again. */
  done: z.number().int(),
  /** Incidents that could not be retried. */
  failed: z.number().int(),
  /** The number of retried instances that have an incident of the same cause again. */
  again: z.number().int(),
  createdAt: instant,
  endedAt: instant.nullable(),
})

export type IncidentBatch = z.output<typeof incidentBatch>

const incidentGroupDetail = incidentGroupRow.extend({
  note: z.string().nullable(),
  /** To be sent with the next change. */
  revision: z.number().int(),
  /** The newest retry of all incidents. */
  batch: incidentBatch.nullable(),
})

export type IncidentGroupDetail = z.output<typeof incidentGroupDetail>

const groupedIncident = z.object({
  id: z.string(),
  at: instant,
  message: z.string(),
  /** The stack trace, or the values that the step read; null without details. */
  detail: z.string().nullable(),
  /** Null: the incident belongs to a definition, such as a timer that starts instances. */
  instance: z
    .object({ id: z.string(), title: z.string(), businessKey: z.string().nullable(), startedAt: instant })
    .nullable(),
  version: z.number().int().nullable(),
  canRetry: z.boolean(),
  /** A call got no answer: its step can be completed without another call. */
  canComplete: z.boolean(),
  /** For a call that got no answer: the key that was sent with it, by which the other system may know it. */
  idempotencyKey: z.string().nullable(),
})

export type GroupedIncident = z.output<typeof groupedIncident>

const batchItem = z.object({
  position: z.number().int(),
  incidentId: z.string(),
  /** Title of the instance as it was when the batch began. */
  name: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  code: z.string().nullable(),
  message: z.string().nullable(),
})

export type IncidentBatchItem = z.output<typeof batchItem>

const tag = 'Process errors'
const audience = ['RoleProcessAdmin', 'RoleAdmin'] as const
const operators = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const
const browser = { tag, audience, scope: 'browser' } as const

export const incidentGroupCalls = defineCalls('incidentGroups', {
  ...listCalls(incidentGroupList, {
    path: '/processengine/incident-groups',
    summary: 'Lists the causes of incidents.',
    tag,
    audience,
    row: incidentGroupRow,
  }),
  get: defineCall({
    method: 'GET',
    path: '/processengine/incident-groups/{id}',
    summary: 'Returns a cause of incidents.',
    tag,
    audience,
    params,
    answer: incidentGroupDetail,
    errors: ['thing.not-found'],
  }),
  /** Lists the incidents of a cause, the newest first, after one of them. */
  incidents: defineCall({
    method: 'GET',
    path: '/processengine/incident-groups/{id}/incidents',
    summary: 'Lists the open incidents of a cause.',
    tag,
    audience,
    params,
    query: z.object({ after: z.string().max(64).optional() }),
    answer: z.object({ items: z.array(groupedIncident), next: z.string().nullable() }),
    errors: ['thing.not-found'],
  }),
  /** Changes owner, note or snooze of a cause. Missing fields stay unchanged. */
  save: defineCall({
    method: 'PUT',
    path: '/processengine/incident-groups/{id}',
    summary: 'Sets owner, note or snooze of a cause of incidents.',
    tag,
    audience: operators,
    scope: 'operate',
    touches: ['incidentGroups'],
    happensOnce: true,
    params,
    body: z.object({
      revision: z.number().int(),
      /** The user name of the owner; null: no owner. */
      owner: z.string().trim().min(1).max(255).nullable().optional(),
      note: z.string().trim().max(incidentGroupLimits.note).nullable().optional(),
      /** The end of the snooze: a time, or the next incident of the cause. Null ends the snooze. */
      snooze: z
        .union([instant, z.literal('next')])
        .nullable()
        .optional(),
    }),
    answer: 'empty',
    errors: ['thing.not-found', 'thing.changed'],
  }),
  retry: defineCall({
    method: 'POST',
    path: '/processengine/incidents/{id}/retry',
    summary: 'Retries an incident.',
    tag,
    audience: operators,
    scope: 'operate',
    touches: ['incidentGroups', 'processes', 'tasks'],
    happensOnce: true,
    params,
    answer: 'empty',
    errors: ['thing.not-found', 'incident.over', 'incident.not-retryable'],
  }),
  /** Completes the step of a call without a response, when a user knows that the call was carried out. */
  complete: defineCall({
    method: 'POST',
    path: '/processengine/incidents/{id}/complete',
    summary: 'Completes a step whose call got no answer, without sending anything.',
    tag,
    audience: operators,
    scope: 'operate',
    touches: ['incidentGroups', 'processes', 'tasks'],
    happensOnce: true,
    params,
    body: z.object({
      /** The result of the call that the user found: variables of the step's scope. */
      variables: z.array(writtenVariable).max(incidentGroupLimits.results).default([]),
    }),
    answer: 'empty',
    errors: ['thing.not-found', 'incident.over', 'incident.not-completable', 'variable.invalid', 'process.refused'],
  }),
  /** Retries the open incidents of a cause, the oldest first, at most `incidentGroupLimits.batch`. */
  retryAll: defineCall({
    ...browser,
    method: 'POST',
    path: '/processengine/incident-groups/{id}/retries',
    summary: 'Starts a retry of all incidents of a cause.',
    touches: ['incidentGroups'],
    happensOnce: true,
    isLong: true,
    params,
    answer: incidentBatch,
    errors: ['thing.not-found', 'batch.empty', 'batch.too-many', 'batch.running'],
  }),
  /** Items after a position, from 0. */
  batch: defineCall({
    ...browser,
    method: 'GET',
    path: '/processengine/incident-batches/{id}',
    summary: 'Returns the progress of the retry of a cause, and the result of each incident.',
    params,
    query: z.object({
      after: z.coerce.number<number>().int().min(0).max(incidentGroupLimits.batch).default(0),
      failed: z.enum(['true', 'false']).default('false'),
    }),
    answer: z.object({ batch: incidentBatch, items: z.array(batchItem), isMore: z.boolean() }),
    errors: ['thing.not-found'],
  }),
  /** Incidents that were retried stay so. */
  cancelBatch: defineCall({
    ...browser,
    method: 'POST',
    path: '/processengine/incident-batches/{id}/cancel',
    summary: 'Ends a retry of all incidents of a cause.',
    touches: ['incidentGroups'],
    params,
    answer: incidentBatch,
    errors: ['thing.not-found'],
  }),
})
