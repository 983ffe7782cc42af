import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { formSubmission, openedForm } from './form-data.ts'
import { timeZoneName } from './time-zone.ts'
import { instant, idParams as params } from './values.ts'

/** Limits of batches, in their own file because the first load does not need them. */
export const taskBatchLimits = {
  /** The maximum number of tasks that one call changes. More tasks are a batch, which a job of the server processes. */
  atOnce: 50,
  /** Tasks of a batch. */
  tasks: 10_000,
  /** The maximum number of unfinished batches of one user. */
  waiting: 5,
  /** The number of the last batches that a user is shown. */
  shown: 20,
  /** Items of a batch that one call gives. */
  page: 100,
  /** Days that a batch and the outcome of each task are kept. */
  days: 30,
  /** Minutes in which an operation can be undone. */
  undoMinutes: 10,
} as const

/** An action on each of several tasks. */
const action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('claim') }),
  z.object({ kind: z.literal('unclaim') }),
  z.object({ kind: z.literal('assign'), username: z.string().trim().min(1).max(255).nullable() }),
  z.object({
    kind: z.literal('delegate'),
    username: z.string().trim().min(1).max(255),
    note: z.string().trim().min(1).max(4_000).optional(),
  }),
  z.object({ kind: z.literal('priority'), priority: z.number().int().min(0).max(1_000) }),
  z.object({ kind: z.literal('due'), at: instant.nullable() }),
  z.object({ kind: z.literal('followUp'), at: instant.nullable() }),
  /**
   * Completes the tasks with the entries of one form: empty fields keep the values of each task. Each task is validated
   * separately.
   */
  z.object({ kind: z.literal('complete'), ...formSubmission.shape }),
])

export type TaskAction = z.output<typeof action>

const ids = z.array(z.string().max(64)).min(1)

/** Tasks by their ids, or all that a list shows, narrowed as its own call is. */
const selection = z.union([
  z.object({ ids: ids.max(taskBatchLimits.tasks) }),
  z.object({
    list: z.enum(['assigned', 'unclaimed', 'involved', 'open']),
    query: z.record(z.string().max(100), z.string().max(20_000)).default({}),
  }),
])

export type TaskSelection = z.output<typeof selection>

const outcome = z.object({
  id: z.string(),
  isDone: z.boolean(),
  /** The code of the reason why the task was not changed; null on success. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** The token for undoing the action, as long as nothing else changes the task. */
  mark: z.string().nullable(),
})

export type TaskOutcome = z.output<typeof outcome>

const batch = z.object({
  id: z.string(),
  kind: z.enum(['claim', 'unclaim', 'assign', 'delegate', 'priority', 'due', 'followUp', 'complete']),
  state: z.enum(['waiting', 'done', 'cancelled']),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  createdAt: instant,
  endedAt: instant.nullable(),
})

export type TaskBatch = z.output<typeof batch>

const batchItem = z.object({
  position: z.number().int(),
  taskId: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  code: z.string().nullable(),
  message: z.string().nullable(),
})

export type TaskBatchItem = z.output<typeof batchItem>

const audience = ['RoleUser', 'RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const
const of = { tag: 'Tasks', audience } as const
const work = { ...of, method: 'POST', scope: 'work' } as const
/** A token works task by task: its rights may be other ones by the time that a job comes to them. */
const browser = { ...of, scope: 'browser' } as const
const touches = ['tasks', 'processes'] as const

/**
 * Calls for actions on many tasks. Each task is changed separately with the user's permissions, and has its own result.
 */
export const taskBulkCalls = defineCalls('taskBulk', {
  /** Applies an action to tasks in the order of the ids. If one task cannot be changed, the others are. */
  apply: defineCall({
    ...work,
    path: '/task-actions',
    summary: 'Applies one action to several tasks, and returns the result of each.',
    touches,
    happensOnce: true,
    body: z.object({ action, ids: ids.max(taskBatchLimits.atOnce) }),
    answer: z.array(outcome),
  }),
  /** Undoes claims, releases and assignments of tasks that have not changed since. */
  undo: defineCall({
    ...work,
    path: '/task-actions/undo',
    summary: 'Undoes the last change of tasks by the user.',
    touches,
    happensOnce: true,
    body: z.object({
      items: z
        .array(z.object({ id: z.string().max(64), mark: z.string().max(64) }))
        .min(1)
        .max(taskBatchLimits.atOnce),
    }),
    answer: z.array(outcome),
  }),
  /** Returns the empty form of tasks of one step. */
  form: defineCall({
    ...work,
    path: '/task-actions/form',
    summary: 'Returns the common form of several tasks of one step.',
    touches: [],
    body: z.object({ selection, timeZone: timeZoneName.default('UTC') }),
    answer: z.object({ name: z.string(), count: z.number().int(), form: openedForm }),
    errors: ['thing.not-found', 'task.not-alike', 'batch.too-large'],
  }),
  /** Lists the last batches of the user, the newest first. */
  batches: defineCall({
    ...browser,
    method: 'GET',
    path: '/task-batches',
    summary: 'Lists the batches of the user.',
    answer: z.array(batch),
  }),
  startBatch: defineCall({
    ...browser,
    method: 'POST',
    path: '/task-batches',
    summary: 'Starts a batch that applies one action to many tasks.',
    touches: ['taskBulk'],
    happensOnce: true,
    isLong: true,
    body: z.object({ action, selection }),
    answer: batch,
    errors: ['thing.not-found', 'batch.empty', 'batch.too-large', 'batch.too-many'],
  }),
  /** Items after a position, from 0. */
  batch: defineCall({
    ...browser,
    method: 'GET',
    path: '/task-batches/{id}',
    summary: 'Returns the progress of a batch, and the result of each task.',
    params,
    query: z.object({
      after: z.coerce.number<number>().int().min(0).max(taskBatchLimits.tasks).default(0),
      failed: z.enum(['true', 'false']).default('false'),
    }),
    answer: z.object({ batch, items: z.array(batchItem), isMore: z.boolean() }),
    errors: ['thing.not-found'],
  }),
  /** Cancels a batch. Completed items stay completed. An ended batch does not change. */
  cancelBatch: defineCall({
    ...browser,
    method: 'POST',
    path: '/task-batches/{id}/cancel',
    summary: 'Cancels a batch.',
    touches: ['taskBulk'],
    params,
    answer: batch,
    errors: ['thing.not-found'],
  }),
})
