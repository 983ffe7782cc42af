import { z } from 'zod'
import { defineCall } from './call.ts'
import { listCalls } from './list/list-calls.ts'
import { allInstanceList, instanceRow } from './lists/started-instances.ts'
import { variableName } from './lists/variable-columns.ts'

/** The maximum number of instances that one call can change: a page of a list. */
export const maxInstancesAtOnce = 100

const readers = ['RoleProcessAdmin', 'RoleAdmin'] as const
const of = { tag: 'Process engine', audience: readers } as const

/** An action on each of several instances. Cancelling also ends called instances. */
const instanceAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('suspend') }),
  z.object({ kind: z.literal('activate') }),
  z.object({
    kind: z.literal('cancel'),
    reason: z.string().trim().max(500).nullable().default(null),
    skipsListeners: z.boolean().default(false),
    skipsIoMappings: z.boolean().default(false),
    /** Ends an instance even if the engine cannot process it. Needs a reason. */
    isForced: z.boolean().default(false),
  }),
  /** New tries for the jobs and external tasks behind its incidents. */
  z.object({ kind: z.literal('retry') }),
])

export type InstanceAction = z.output<typeof instanceAction>

const instanceOutcome = z.object({
  id: z.string(),
  isDone: z.boolean(),
  /** The code of the reason why it was not changed; null on success. */
  code: z.string().nullable(),
  message: z.string().nullable(),
})

export type InstanceOutcome = z.output<typeof instanceOutcome>

/** Calls for operators on lists of instances. */
export const allInstanceCalls = {
  ...listCalls(allInstanceList, {
    path: '/processengine/instances',
    summary: 'Lists every instance, running or ended.',
    tag: of.tag,
    audience: readers,
    follows: ['instance'],
    row: instanceRow,
  }),
  allFilters: defineCall({
    ...of,
    method: 'GET',
    path: '/processengine/instances/filters',
    summary: 'Lists the processes that have instances.',
    answer: z.object({ processes: z.array(z.object({ key: z.string(), name: z.string() })) }),
  }),
  allVariableNames: defineCall({
    ...of,
    method: 'GET',
    path: '/processengine/instances/variable-names',
    summary: 'Lists variables of forms that the list of all instances can show as columns.',
    answer: z.array(variableName),
  }),
  /**
   * Applies an action to instances one after another, in the order of the ids. If one cannot be changed, the others
   * are.
   */
  doToInstances: defineCall({
    ...of,
    audience: [...readers, 'RoleFullAPI'],
    method: 'POST',
    path: '/processengine/instance-actions',
    summary: 'Applies one action to several instances, and returns the result of each.',
    scope: 'operate',
    touches: ['processes', 'tasks', 'jobs'],
    happensOnce: true,
    body: z.object({ action: instanceAction, ids: z.array(z.string().max(64)).min(1).max(maxInstancesAtOnce) }),
    answer: z.array(instanceOutcome),
  }),
} as const
