import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { migrationOrder, movePlan, restartOrder } from './instance-moves.ts'
import { instanceSelection } from './instance-selection.ts'
import { idParams, instant, person } from './values.ts'

const audience = ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'] as const
const change = { tag: 'Process engine', audience, scope: 'operate' } as const
const start = { tag: 'Process engine', audience, scope: 'start' } as const

export const moveLimits = {
  /** Instances of a selection that a dry run looks at. */
  looked: 5_000,
  /** Different states of instances that a dry run tries. */
  states: 20,
  /** The maximum number of instances that one call migrates or restarts. For more, create a batch. */
  instances: 100,
} as const

const note = z.string().trim().max(500).nullable().default(null)
const modification = movePlan.extend({ note })

const places = z.array(z.object({ elementId: z.string(), id: z.string().nullable() }))

const tried = z.object({
  /** The reason for each move that is impossible, or null. */
  lines: z.array(z.string().nullable()),
  /** The reason why the plan fails as a whole; null: it does not. */
  problem: z.string().nullable(),
  starts: places,
  ends: places,
  /** The outcome if the instance would end; null: it continues. */
  outcome: z.string().nullable(),
})

export type TriedMoves = z.output<typeof tried>

/** Calls for operators that move the tokens of an instance. */
export const movedInstanceCalls = {
  /** Tries the moves and rolls everything back. `lines`: the reason why each line is impossible, or null. */
  tryMoves: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/instances/{id}/tokens/try',
    touches: [],
    summary: 'What a modification of an instance would start and end.',
    params: idParams,
    body: modification,
    answer: tried,
    errors: ['thing.not-found', 'instance.over', 'process.refused', 'variable.invalid'],
  }),
  /**
   * Returns the last modification, migration or change of variables, if it can be undone because nothing has changed
   * since.
   */
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
  /** Makes all moves or none. */
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
    errors: ['thing.not-found', 'instance.over', 'process.refused', 'budget.exceeded', 'variable.invalid'],
  }),
} as const

/** Instances of a selection that are in the same state, with the result of a dry run on one of them. */
const triedState = z.object({
  /** Instances in this state. */
  count: z.number().int(),
  /** The instance that was tried. */
  instanceId: z.string(),
  /** Ids of the current elements; empty for ended instances. */
  elements: z.array(z.string()),
  isPossible: z.boolean(),
  lines: z.array(z.string().nullable()),
  problem: z.string().nullable(),
  /** Open elements that are in the way of a migration, with the reasons. */
  faults: z.array(z.object({ key: z.string(), failures: z.array(z.string()) })),
  starts: z.array(z.string()),
  ends: z.array(z.string()),
  outcome: z.string().nullable(),
})

export type TriedState = z.output<typeof triedState>

const triedStates = z.object({
  states: z.array(triedState),
  /** Instances that were looked at. */
  looked: z.number().int(),
  /** The untried of these, instances in further states, which were not tried. */
  untried: z.number().int(),
  /** Only the first `moveLimits.looked` instances of the selection were looked at. */
  isPartial: z.boolean(),
})

export type TriedStates = z.output<typeof triedStates>

const place = z.object({
  /** Id in the model; with `#multiInstanceBody` the whole of an activity that runs several times. */
  key: z.string(),
  elementId: z.string(),
  name: z.string().nullable(),
  /** Local name in BPMN. */
  type: z.string(),
  isBody: z.boolean(),
  /** Whether the element waits for a message, a signal, a condition or a time. */
  hasTrigger: z.boolean(),
})

export type MigrationPlace = z.output<typeof place>

const migrationPlan = z.object({
  /** Elements of both versions at which instances can be. */
  source: z.array(place),
  target: z.array(place),
  suggested: z.array(z.object({ source: z.string(), target: z.string(), updatesTrigger: z.boolean() })),
  /** Instructions of the request that are impossible, with every reason. */
  faults: z.array(z.object({ source: z.string(), target: z.string(), failures: z.array(z.string()) })),
})

export type MigrationPlanAnswer = z.output<typeof migrationPlan>

const ids = z.array(z.string().max(64)).min(1).max(moveLimits.instances)
const refusals = ['thing.not-found', 'process.refused', 'variable.invalid'] as const

/** Calls for operators that move, migrate and restart instances of one version. */
export const moveCalls = defineCalls('moves', {
  versions: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/instance-versions',
    summary: 'Counts the instances of a selection by process version.',
    touches: [],
    isLong: true,
    body: z.object({ selection: instanceSelection, isEnded: z.boolean() }),
    answer: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          key: z.string(),
          name: z.string(),
          version: z.number().int(),
          count: z.number().int(),
        }),
      ),
      isPartial: z.boolean(),
    }),
    errors: ['batch.too-large'],
  }),
  tryMoves: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/definitions/{id}/tokens/try',
    summary: 'What a modification of several instances would start and end.',
    touches: [],
    isLong: true,
    params: idParams,
    body: movePlan.extend({ selection: instanceSelection }),
    answer: triedStates,
    errors: [...refusals, 'batch.too-large'],
  }),
  plan: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/definitions/{id}/migration/plan',
    summary: 'Suggests and checks a migration plan.',
    touches: [],
    params: idParams,
    body: migrationOrder.pick({ targetId: true, instructions: true }).extend({
      /** Whether suggestions determine times and messages again. */
      updatesTriggers: z.boolean().default(false),
    }),
    answer: migrationPlan,
    errors: ['thing.not-found', 'process.refused'],
  }),
  tryMigration: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/definitions/{id}/migration/try',
    summary: 'Which instances a migration plan can migrate, and why it cannot migrate others.',
    touches: [],
    isLong: true,
    params: idParams,
    body: migrationOrder.extend({ selection: instanceSelection }),
    answer: triedStates,
    errors: [...refusals, 'batch.too-large'],
  }),
  /** Migrates all given instances or none. */
  migrate: defineCall({
    ...change,
    method: 'POST',
    path: '/processengine/definitions/{id}/migration',
    summary: 'Migrates instances to another version.',
    touches: ['processes', 'tasks', 'jobs', 'definitions'],
    happensOnce: true,
    isLong: true,
    params: idParams,
    body: migrationOrder.extend({ ids, note }),
    answer: 'empty',
    errors: [...refusals, 'instance.over', 'budget.exceeded'],
  }),
  tryRestart: defineCall({
    ...start,
    method: 'POST',
    path: '/processengine/definitions/{id}/restart/try',
    summary: 'What a restart of ended instances would start.',
    touches: [],
    isLong: true,
    params: idParams,
    body: restartOrder.extend({ selection: instanceSelection }),
    answer: triedStates,
    errors: [...refusals, 'batch.too-large', 'definition.not-startable'],
  }),
  /** Restarts all given instances or none. */
  restart: defineCall({
    ...start,
    method: 'POST',
    path: '/processengine/definitions/{id}/restart',
    summary: 'Restarts ended instances.',
    touches: ['processes', 'tasks', 'jobs', 'definitions'],
    happensOnce: true,
    isLong: true,
    params: idParams,
    body: restartOrder.extend({ ids }),
    /** The ids of the new instances, in the order of the ended ones. */
    answer: z.object({ ids: z.array(z.string()) }),
    errors: [...refusals, 'definition.not-startable', 'budget.exceeded'],
  }),
})
