import { z } from 'zod'
import { writtenVariable } from './operated-instances.ts'

/** The maximum number of moves in one modification. */
export const maxMoves = 100

/** Variables that one modification, migration or restart sets. */
const maxMoveVariables = 50

/** The id of an element or sequence flow in the model. */
export const elementKey = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]*$/)

export const startMove = z.object({
  kind: z.literal('start'),
  /** The position of the token: `before` the element or one run of it, `all` its runs, `after` it, or on a `flow`. */
  at: z.enum(['before', 'all', 'after', 'flow']),
  id: elementKey,
  /** The open scope in which it begins: an element instance, or the instance. */
  ancestorId: elementKey.nullable().default(null),
})

const instanceMove = z.discriminatedUnion('kind', [
  startMove,
  z.object({
    kind: z.literal('cancel'),
    /**
     * An `element` instance, a `token` that waits before or after an element, or all instances of an element by its
     * `key`.
     */
    by: z.enum(['element', 'token', 'key']),
    id: elementKey,
    /** For `key`: whether only element instances count that existed before the first move. */
    isOfBefore: z.boolean().default(false),
  }),
])

export type InstanceMove = z.output<typeof instanceMove>
export type StartedMove = z.output<typeof startMove>

export const writtenVariables = z.array(writtenVariable).max(maxMoveVariables).default([])

/** The parts of the model that a change of tokens can skip: listeners, and input and output mappings. */
export const moveSkips = { skipsListeners: z.boolean().default(false), skipsIoMappings: z.boolean().default(false) }

/** A plan with moves of tokens and changes of variables, without the reason. It may have only changes of variables. */
export const movePlan = z.object({
  moves: z.array(instanceMove).max(maxMoves),
  variables: writtenVariables,
  ...moveSkips,
})

export type MovePlan = z.output<typeof movePlan>

/** The request of a migration: the target version and the mapping of elements. */
export const migrationOrder = z.object({
  /** The version in which instances continue. */
  targetId: z.string().max(64),
  instructions: z
    .array(z.object({ source: elementKey, target: elementKey, updatesTrigger: z.boolean().default(false) }))
    .max(5_000),
  variables: writtenVariables,
  ...moveSkips,
})

export type MigrationOrder = z.output<typeof migrationOrder>

/** The request to restart ended instances: start points, variables and options. */
export const restartOrder = z.object({
  moves: z.array(startMove).min(1).max(maxMoves),
  /** Whether instances get the variables from their start, instead of the last values. */
  hasFirstVariables: z.boolean().default(false),
  isWithoutBusinessKey: z.boolean().default(false),
  ...moveSkips,
})

export type RestartOrder = z.output<typeof restartOrder>
