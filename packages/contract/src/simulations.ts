import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { idParams, instant, person } from './values.ts'

export const simulationLimits = {
  /** Characters of a name. */
  name: 100,
  /** Days of history that are measured. */
  minDays: 7,
  days: 730,
  /** Weeks that are simulated. */
  weeks: 26,
  runs: 50,
  people: 1_000,
  /** The new arrivals in percent of the measured ones. */
  arrivals: 1_000,
  costPerHour: 100_000,
  roles: 200,
  flows: 500,
  /** Simulations of a process that are kept; a new one deletes the oldest ended one. */
  kept: 20,
  /** Days before the end of the history that the check predicts. */
  checkedDays: 30,
  /** Events of one run; a run with more is cut off. */
  events: 400_000,
} as const

/** `measured`: the hours in which users completed tasks. `always`: day and night. `calendar:NAME`: a business calendar. */
const hoursName = z
  .string()
  .max(120)
  .regex(/^(?:measured|always|calendar:.+)$/u, 'Expected “measured”, “always” or “calendar:” with a name.')

const staffing = z.object({ people: z.number().int().min(1).max(simulationLimits.people), hours: hoursName })

/** A change of a process, whose effect is simulated. */
export const simulationInput = z.object({
  name: z.string().trim().min(1).max(simulationLimits.name),
  days: z.number().int().min(simulationLimits.minDays).max(simulationLimits.days),
  weeks: z.number().int().min(1).max(simulationLimits.weeks),
  /** The number of runs of both states, each with other random numbers. */
  runs: z.number().int().min(2).max(simulationLimits.runs),
  /** The arrivals after the change, in percent of the measured ones. */
  arrivals: z.number().min(0).max(simulationLimits.arrivals),
  roles: z
    .array(
      z.object({
        id: z.string().max(400),
        costPerHour: z.number().min(0).max(simulationLimits.costPerHour),
        before: staffing,
        after: staffing,
      }),
    )
    .max(simulationLimits.roles),
  /** Changed shares of the flows of gateways, in percent. */
  flows: z.array(z.object({ id: z.string().max(255), share: z.number().min(0).max(100) })).max(simulationLimits.flows),
})

export type SimulationInput = z.output<typeof simulationInput>

const times = z.object({ mean: z.number().nullable(), median: z.number().nullable(), p95: z.number().nullable() })

/**
 * The problems of elements in a simulation:
 * - `no-history`: no measured instance came to the element, so that it takes no time
 * - `equal-flows`: no measured instance took a flow of the gateway, so that all are equally frequent
 * - `left-out`: event sub-processes and compensation are not simulated
 */
export const simulationProblems = ['no-history', 'equal-flows', 'left-out'] as const

const note = z.object({ elementId: z.string(), name: z.string().nullable(), problem: z.enum(simulationProblems) })

export type SimulationNote = z.output<typeof note>

/** The measured history of a process, from which a simulation starts. Durations are milliseconds. */
export const simulationBasis = z.object({
  from: instant,
  to: instant,
  started: z.number().int(),
  /** Ended instances that were measured. */
  measured: z.number().int(),
  /**
   * The first completed task that was measured, where the users completed more tasks since then than are measured; null:
   * the tasks of the whole period were measured.
   */
  tasksFrom: instant.nullable(),
  perWeek: z.number(),
  duration: times,
  /** The measured working hours by weekday, 1 for Monday; null: day and night, because too few tasks were completed. */
  hours: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))).nullable(),
  calendars: z.array(z.string()),
  roles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** People by the share of their completed tasks that belongs to this role. */
      people: z.number(),
      tasks: z.number().int(),
      elements: z.array(z.string()),
    }),
  ),
  gateways: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      isInclusive: z.boolean(),
      flows: z.array(
        z.object({
          id: z.string(),
          name: z.string().nullable(),
          target: z.string(),
          count: z.number().int(),
          share: z.number(),
        }),
      ),
    }),
  ),
  notes: z.array(note),
})

export type SimulationBasis = z.output<typeof simulationBasis>

/** The mean of the runs, with the half width of its 95 % confidence interval. */
const estimate = z.object({ mean: z.number(), half: z.number().nullable() })

export type SimulationEstimate = z.output<typeof estimate>

const compared = z.object({
  before: estimate.nullable(),
  after: estimate.nullable(),
  /** Run by run, so that the same random numbers are compared. */
  difference: estimate.nullable(),
})

export type SimulationComparison = z.output<typeof compared>

export const simulationMeasures = [
  'startedPerWeek',
  'endedPerWeek',
  'openAtEnd',
  'durationMean',
  'durationMedian',
  'durationP95',
  'costPerWeek',
  'costPerInstance',
] as const

export type SimulationMeasure = (typeof simulationMeasures)[number]

export const roleMeasures = ['waitMean', 'waitP95', 'queue', 'utilisation', 'tasksPerWeek', 'costPerWeek'] as const

export type RoleMeasure = (typeof roleMeasures)[number]

export const elementMeasures = ['countPerWeek', 'tookMean', 'waitMean', 'waitP95'] as const

export type ElementMeasure = (typeof elementMeasures)[number]

const checkedMeasure = z.object({
  /** The mean of the runs, and the range in which 95 % of single runs are expected. */
  predicted: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  actual: z.number().nullable(),
})

export type CheckedMeasure = z.output<typeof checkedMeasure>

export const checkMeasures = ['started', 'ended', 'durationMean', 'durationMedian', 'durationP95'] as const

export type CheckMeasure = (typeof checkMeasures)[number]

/** Results. Durations are milliseconds, `utilisation` is a share of 1. */
export const simulationResult = z.object({
  from: instant,
  to: instant,
  /** A run reached the limit of events: it covers only a part of the time. */
  isCut: z.boolean(),
  measures: z.record(z.enum(simulationMeasures), compared),
  roles: z.array(z.object({ id: z.string(), name: z.string(), measures: z.record(z.enum(roleMeasures), compared) })),
  elements: z.array(
    z.object({ id: z.string(), name: z.string().nullable(), measures: z.record(z.enum(elementMeasures), compared) }),
  ),
  /** A prediction of the last days by the history before them. Null: it has no instances. */
  check: z
    .object({
      from: instant,
      to: instant,
      measures: z.record(z.enum(checkMeasures), checkedMeasure),
      /** The time from the creation of user tasks to their end. */
      elements: z.array(z.object({ id: z.string(), name: z.string().nullable(), took: checkedMeasure })),
    })
    .nullable(),
  notes: z.array(note),
})

export type SimulationResult = z.output<typeof simulationResult>

export const simulationStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

export type SimulationState = (typeof simulationStates)[number]

const simulation = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(simulationStates),
  createdAt: instant,
  createdBy: person.nullable(),
  endedAt: instant.nullable(),
  doneRuns: z.number().int(),
  runs: z.number().int(),
  /** The reason for the failure; empty in other states. */
  message: z.string(),
})

export type Simulation = z.output<typeof simulation>

const simulationDetail = simulation.extend({ input: simulationInput, result: simulationResult.nullable() })

export type SimulationDetail = z.output<typeof simulationDetail>

const reading = { method: 'GET', tag: 'Process definitions', audience: ['RoleProcessAdmin', 'RoleAdmin'] } as const
const changing = {
  tag: 'Process definitions',
  audience: ['RoleProcessAdmin', 'RoleAdmin', 'RoleFullAPI'],
  scope: 'operate',
  touches: ['simulations.list', 'simulations.get'],
  happensOnce: true,
} as const
const gone = ['thing.not-found'] as const
const ofDefinition = '/processengine/definitions/{id}'

/** Simulations of a process with its own history. */
export const simulationCalls = defineCalls('simulations', {
  basis: defineCall({
    ...reading,
    path: `${ofDefinition}/simulation-basis`,
    summary: 'Measures the arrivals, roles and routes of a process from its history.',
    params: idParams,
    query: z.object({
      days: z.coerce.number().int().min(simulationLimits.minDays).max(simulationLimits.days).default(180),
    }),
    answer: simulationBasis,
    isLong: true,
    errors: gone,
  }),
  /** The newest first, at most `simulationLimits.kept`. */
  list: defineCall({
    ...reading,
    path: `${ofDefinition}/simulations`,
    summary: 'Lists the simulations of a process.',
    params: idParams,
    answer: z.object({ items: z.array(simulation) }),
    errors: gone,
  }),
  get: defineCall({
    ...reading,
    path: '/processengine/simulations/{id}',
    summary: 'Returns a simulation with its progress and its result.',
    params: idParams,
    answer: simulationDetail,
    errors: gone,
  }),
  start: defineCall({
    ...changing,
    method: 'POST',
    path: `${ofDefinition}/simulations`,
    summary: 'Starts a simulation of a change of a process.',
    params: idParams,
    body: simulationInput,
    answer: z.object({ id: z.string() }),
    errors: ['thing.not-found', 'simulation.no-history', 'simulation.too-many'],
  }),
  cancel: defineCall({
    ...changing,
    method: 'POST',
    path: '/processengine/simulations/{id}/cancel',
    summary: 'Cancels a running simulation.',
    params: idParams,
    answer: 'empty',
    errors: gone,
  }),
  delete: defineCall({
    ...changing,
    method: 'DELETE',
    path: '/processengine/simulations/{id}',
    summary: 'Deletes a simulation with its result.',
    params: idParams,
    answer: 'empty',
    errors: gone,
  }),
})
