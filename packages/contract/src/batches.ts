import { z } from 'zod'
import { batchLimits } from './batch-limits.ts'
import { defineCall, defineCalls } from './call.ts'
import { migrationOrder, movePlan, restartOrder } from './instance-moves.ts'
import { instanceSelection } from './instance-selection.ts'
import { listCalls } from './list/list-calls.ts'
import { batchList, batchRow } from './lists/batches.ts'
import { longestWrittenValue, writtenTypes } from './operated-instances.ts'
import { instant, idParams as params } from './values.ts'

const tag = 'Batches'
const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
/** A batch acts for its user after the call: nobody begins one with a token. */
const browser = { tag, audience: readers, scope: 'browser' } as const
const operate = { tag, audience: [...readers, 'RoleFullAPI'], scope: 'operate' } as const

const batchDetail = batchRow.extend({
  /** The selection: ids, or the query that found them. */
  query: z.unknown(),
  /** The cause of incidents that it is about. */
  causeId: z.string().nullable(),
  /** For a batch of instances: the number of instances with an incident after the start of the batch. */
  again: z.number().int().nullable(),
})

export type BatchDetail = z.output<typeof batchDetail>

const batchItem = z.object({
  position: z.number().int(),
  /** The kind of the items; `instance` for instances that have a page. */
  subject: z.enum(['instance', 'incident', 'job', 'externalTask', 'decisionInstance', 'batch', 'task']),
  subjectId: z.string(),
  /** The name at the time when the batch was started. */
  name: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  /** The code of the reason why the item failed; null otherwise. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** For an instance: how it is now. Null for other items, and when it was deleted. */
  now: z.enum(['running', 'incident', 'suspended', 'ended']).nullable(),
})

export type BatchItem = z.output<typeof batchItem>

/** An action of an operator on many instances. */
const instancesAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cancel'),
    skipsListeners: z.boolean().default(false),
    skipsIoMappings: z.boolean().default(false),
    /** Ends instances even if the engine cannot process them. Needs a reason. */
    isForced: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('suspend') }),
  z.object({ kind: z.literal('activate') }),
  z.object({ kind: z.literal('retry') }),
  z.object({
    kind: z.literal('setVariable'),
    name: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\0]*$/),
    type: z.enum(writtenTypes),
    text: z
      .string()
      .max(longestWrittenValue)
      .regex(/^[^\0]*$/)
      .nullable(),
  }),
  movePlan.extend({ kind: z.literal('move'), definitionId: z.string().max(64) }),
  migrationOrder.extend({ kind: z.literal('migrate'), definitionId: z.string().max(64) }),
  restartOrder.extend({ kind: z.literal('restart'), definitionId: z.string().max(64) }),
])

export type InstancesAction = z.output<typeof instancesAction>

export const instancesActionKinds = [
  'cancel',
  'suspend',
  'activate',
  'retry',
  'setVariable',
  'move',
  'migrate',
  'restart',
] as const

export const batchCalls = defineCalls('batches', {
  ...listCalls(batchList, {
    path: '/processengine/batches',
    summary: 'Lists what operators have the server do to many things.',
    tag,
    audience: readers,
    row: batchRow,
  }),
  get: defineCall({
    method: 'GET',
    path: '/processengine/batches/{id}',
    summary: 'Returns a batch.',
    tag,
    audience: readers,
    params,
    answer: batchDetail,
    errors: ['thing.not-found'],
  }),
  /** Lists the items of a batch in their order, starting at a position. */
  items: defineCall({
    method: 'GET',
    path: '/processengine/batches/{id}/items',
    summary: 'Lists the items of a batch with the result of each.',
    tag,
    audience: readers,
    params,
    query: z.object({
      after: z.coerce.number<number>().int().min(0).max(batchLimits.items).default(0),
      failed: z.enum(['true', 'false']).default('false'),
      size: z.coerce.number<number>().int().min(1).max(1_000).default(batchLimits.page),
    }),
    answer: z.object({ items: z.array(batchItem), isMore: z.boolean() }),
    errors: ['thing.not-found'],
  }),
  /**
   * Creates a draft, which changes nothing. Starting it changes exactly these instances. A draft that nobody starts is
   * deleted after an hour.
   */
  prepare: defineCall({
    ...browser,
    method: 'POST',
    path: '/processengine/batches',
    summary: 'Finds and counts the instances that something is to be done to.',
    touches: [],
    happensOnce: true,
    isLong: true,
    body: z.object({
      kind: z.enum(instancesActionKinds),
      selection: instanceSelection,
      /** Only the instances of this version. */
      definitionId: z.string().max(64).nullable().default(null),
    }),
    answer: z.object({ id: z.string(), total: z.number().int(), expiresAt: instant }),
    errors: ['batch.empty', 'batch.too-large', 'batch.too-many'],
  }),
  begin: defineCall({
    ...browser,
    method: 'POST',
    path: '/processengine/batches/{id}/begin',
    summary: 'Begins a batch that was counted.',
    touches: ['batches', 'processes', 'tasks', 'jobs'],
    happensOnce: true,
    params,
    body: z.object({
      action: instancesAction,
      reason: z.string().trim().max(batchLimits.reason).nullable().default(null),
    }),
    answer: 'empty',
    errors: ['thing.not-found', 'batch.over', 'variable.invalid', 'process.refused'],
  }),
  pause: defineCall({
    ...operate,
    method: 'POST',
    path: '/processengine/batches/{id}/pause',
    summary: 'Pauses a batch.',
    touches: ['batches'],
    params,
    answer: 'empty',
    errors: ['thing.not-found', 'batch.over'],
  }),
  resume: defineCall({
    ...operate,
    method: 'POST',
    path: '/processengine/batches/{id}/resume',
    summary: 'Lets a batch go on.',
    touches: ['batches'],
    params,
    answer: 'empty',
    errors: ['thing.not-found', 'batch.over'],
  }),
  /** Cancels a batch. Completed items stay completed. */
  cancel: defineCall({
    ...operate,
    method: 'POST',
    path: '/processengine/batches/{id}/cancel',
    summary: 'Ends a batch.',
    touches: ['batches'],
    happensOnce: true,
    params,
    answer: 'empty',
    errors: ['thing.not-found', 'batch.over'],
  }),
  retry: defineCall({
    ...operate,
    method: 'POST',
    path: '/processengine/batches/{id}/retry',
    summary: 'Tries again what has failed in a batch.',
    touches: ['batches'],
    happensOnce: true,
    params,
    answer: 'empty',
    errors: ['thing.not-found', 'batch.over', 'batch.none-failed', 'batch.running'],
  }),
})
