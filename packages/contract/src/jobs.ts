import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { listCalls } from './list/list-calls.ts'
import { jobList, jobRow } from './lists/jobs.ts'
import { idParams, instant } from './values.ts'

const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const

const of = { tag: 'Process engine' } as const
const change = {
  ...of,
  audience: [...readers, 'RoleFullAPI'],
  scope: 'operate',
  touches: ['jobs', 'processes', 'tasks'],
  params: idParams,
  answer: 'empty',
  errors: ['thing.not-found', 'process.refused'],
} as const

export const jobDetail = jobRow.extend({
  /** Stack trace or what else is known of the last failure. */
  detail: z.string().nullable(),
  /** Whether it is a timer of the model, whose due date can be calculated again. */
  isTimer: z.boolean(),
})

export type JobDetail = z.output<typeof jobDetail>

/** Calls for jobs: work of the engine that workers of the server carry out when it is due. */
export const jobCalls = defineCalls('jobs', {
  ...listCalls(jobList, {
    path: '/processengine/jobs',
    summary: 'Lists the jobs of the engine.',
    tag: of.tag,
    audience: readers,
    follows: ['instance'],
    row: jobRow,
  }),
  /** Returns the options of the process filter of the list: processes of the newest 5,000 jobs, by name. */
  filters: defineCall({
    ...of,
    method: 'GET',
    path: '/processengine/jobs/filters',
    summary: 'Lists the processes that have jobs.',
    audience: readers,
    answer: z.object({ processes: z.array(z.object({ key: z.string(), name: z.string() })) }),
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/processengine/jobs/{id}',
    follows: ['instance'],
    summary: 'A job with its last failure.',
    audience: readers,
    params: idParams,
    answer: jobDetail,
    errors: ['thing.not-found'],
  }),
  /** Runs a job now, also before its due date. A failure uses up one retry, and is the refusal of this call. */
  run: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/jobs/{id}/run',
    summary: 'Runs a job now.',
    happensOnce: true,
  }),
  /** Sets the retries of a job. New retries end its incident. */
  setRetries: defineCall({
    ...change,
    method: 'PUT',
    path: '/processengine/jobs/{id}/retries',
    summary: 'Sets the number of retries of a job.',
    body: z.object({ retries: z.number().int().min(0).max(1_000) }),
  }),
  setDue: defineCall({
    ...change,
    method: 'PUT',
    path: '/processengine/jobs/{id}/due',
    summary: 'Sets the due date of a job.',
    body: z.object({ dueAt: instant.nullable() }),
  }),
  setPriority: defineCall({
    ...change,
    method: 'PUT',
    path: '/processengine/jobs/{id}/priority',
    summary: 'Sets the priority of a job.',
    body: z.object({ priority: z.number().int().min(-1_000_000_000).max(1_000_000_000) }),
  }),
  suspend: defineCall({
    ...change,
    method: 'PUT',
    path: '/processengine/jobs/{id}/suspended',
    summary: 'Suspends or activates a job.',
    body: z.object({ isSuspended: z.boolean() }),
  }),
  /** Recalculates the due date of a timer: from its creation, or from now. */
  resetTimer: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/jobs/{id}/reset-timer',
    summary: 'Calculates the due date of a timer again.',
    body: z.object({ isFromCreation: z.boolean() }),
  }),
})
