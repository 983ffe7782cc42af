import { z } from 'zod'
import { evaluatedDecision } from './instances.ts'
import { instant } from './values.ts'

export const reportLimits = {
  /** Ended instances that a heat map looks at, the newest of the period. */
  heat: 5_000,
  /** Instances whose decisions are counted: the newest running and as many of the newest ended ones. */
  decisions: 1_000,
  /** Evaluations of one page. */
  evaluations: 50,
  /** Periods of a report. */
  periods: 120,
} as const

export const heatQuery = z.object({ from: instant, to: instant })

/** Runs of an element that ended in a period. Durations in milliseconds. */
const heatOfElement = z.object({
  elementId: z.string(),
  name: z.string().nullable(),
  type: z.string(),
  count: z.number().int(),
  median: z.number().nullable(),
  p95: z.number().nullable(),
  /** Incidents raised in the period, open or resolved. */
  incidents: z.number().int(),
})

export type ElementHeatValue = z.output<typeof heatOfElement>

export const definitionHeat = z.object({
  items: z.array(heatOfElement),
  /** Only the newest `reportLimits.heat` ended instances of the period were looked at. */
  isPartial: z.boolean(),
})

export type DefinitionHeat = z.output<typeof definitionHeat>

/** An evaluation with the instance that asked for it. */
const definitionEvaluation = evaluatedDecision.extend({ instanceId: z.string(), instanceTitle: z.string() })

export type DefinitionEvaluation = z.output<typeof definitionEvaluation>

export const definitionDecisions = z.object({
  /** Evaluated decisions, with how often each rule fired. */
  decisions: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      evaluations: z.number().int(),
      rules: z.array(z.object({ order: z.number().int(), id: z.string().nullable(), count: z.number().int() })),
    }),
  ),
  /** The newest first. */
  items: z.array(definitionEvaluation),
  /** More instances exist than were looked at. */
  isPartial: z.boolean(),
})

export type DefinitionDecisions = z.output<typeof definitionDecisions>

export const reportUnits = ['week', 'month', 'quarter'] as const

export type ReportUnit = (typeof reportUnits)[number]

export const reportQuery = z.object({
  unit: z.enum(reportUnits),
  from: instant,
  to: instant,
  /** All versions of the process, or this one. */
  versions: z.enum(['all', 'one']),
})

/** Instances by the period in which they started and ended. Durations of ended ones in milliseconds. */
const reportPeriod = z.object({
  /** First day of the period, in the time zone of the installation. */
  period: z.iso.date(),
  started: z.number().int(),
  ended: z.number().int(),
  cancelled: z.number().int(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  average: z.number().nullable(),
  median: z.number().nullable(),
  p95: z.number().nullable(),
})

export type ReportPeriod = z.output<typeof reportPeriod>

export const definitionReport = z.object({ items: z.array(reportPeriod) })
