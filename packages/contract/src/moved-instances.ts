import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParams, instant, person } from './values.ts'

const change = {
  tag: 'Process engine',
  audience: ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  scope: 'operate',
} as const

/** Lines of one modification. */
export const mostMoves = 100

const key = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]*$/)

const move = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    /** `before` an element, or one run of it; `all` runs of it; `after` it; on a `flow`. */
    at: z.enum(['before', 'all', 'after', 'flow']),
    id: key,
    /** The open scope in which it begins: an element instance, or the instance. */
    ancestorId: key.nullable().default(null),
  }),
  z.object({
    kind: z.literal('cancel'),
    /** An `element` instance, a `token` that waits before or after one, or all of an element by its `key`. */
    by: z.enum(['element', 'token', 'key']),
    id: key,
  }),
])

export type InstanceMove = z.output<typeof move>

const modification = z.object({
  moves: z.array(move).min(1).max(mostMoves),
  skipsListeners: z.boolean().default(false),
  skipsIoMappings: z.boolean().default(false),
  /** Why. */
  note: z.string().trim().max(500).nullable().default(null),
})

const places = z.array(z.object({ elementId: z.string(), id: z.string().nullable() }))

/** Tokens that operators move. */
export const movedInstanceCalls = {
  /** Nothing stays of it. `lines`: why each is impossible, or null. */
  tryMoves: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/instances/{id}/tokens/try',
    touches: [],
    summary: 'What a modification of an instance would start and end.',
    params: idParams,
    body: modification,
    answer: z.object({
      lines: z.array(z.string().nullable()),
      /** Why it fails as a whole. */
      problem: z.string().nullable(),
      starts: places,
      ends: places,
      /** How the instance would end; null: it goes on. */
      outcome: z.string().nullable(),
    }),
    errors: ['thing.not-found', 'instance.over', 'process.refused'],
  }),
  /** What can be undone: the last modification, migration or change of variables, if nothing has happened since. */
  undoable: defineCall({
    ...change,
    scope: 'read',
    method: 'GET',
    path: '/processengine/instances/{id}/undo',
    summary: 'Returns the change of an instance that can be undone.',
    follows: ['instance'],
    params: idParams,
    answer: z.object({
      change: z
        .object({
          what: z.enum(['modification', 'migration', 'variables']),
          at: instant,
          by: person,
          /** Element ids that are as before again, and the number of element instances that end. */
          elements: z.array(z.string()),
          ends: z.number().int(),
          /** Names of variables that get their earlier value, and the number of those that are removed. */
          variables: z.array(z.string()),
          removes: z.number().int(),
        })
        .nullable(),
    }),
    errors: ['thing.not-found'],
  }),
  undo: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/instances/{id}/undo',
    touches: ['processes', 'tasks', 'jobs'],
    answer: 'empty',
    summary: 'Undoes the last change of an instance.',
    happensOnce: true,
    params: idParams,
    /** The time of the change that is meant. */
    body: z.object({ at: instant }),
    errors: ['thing.not-found', 'instance.over', 'instance.changed', 'process.refused'],
  }),
  /** All of it or nothing. */
  moveTokens: defineCall({
    ...change,
    touches: ['processes', 'tasks', 'jobs'],
    answer: 'empty',
    method: 'POST',
    path: '/processengine/instances/{id}/tokens',
    summary: 'Starts and cancels tokens of an instance.',
    happensOnce: true,
    params: idParams,
    body: modification,
    errors: ['thing.not-found', 'instance.over', 'process.refused', 'budget.exceeded'],
  }),
} as const
