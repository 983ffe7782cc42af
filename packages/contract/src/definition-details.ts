import { z } from 'zod'
import { instant, person } from './values.ts'

export const definitionLimits = {
  /** Versions of a process that its page shows, the newest first. */
  versions: 100,
  /** Running instances that are looked at to count where they are, the newest first. */
  running: 5_000,
  /** Instances, running or ended, whose past steps are counted. */
  past: 1_000,
  /** Models that are read to find the callers of a process. */
  callers: 50,
  /** Days of a time to live. */
  days: 1_000_000,
} as const

/** The history levels of definitions, with the names of Camunda 7. */
export const historyLevels = ['none', 'activity', 'audit', 'full'] as const

export type HistoryLevel = (typeof historyLevels)[number]

export const reference = z.object({ id: z.string(), key: z.string(), name: z.string(), version: z.number().int() })

export const definitionVersion = z.object({
  id: z.string(),
  version: z.number().int(),
  versionTag: z.string().nullable(),
  deployedAt: instant,
  deployedBy: person.nullable(),
  isSuspended: z.boolean(),
  /** Counts up to `listLimits.total`. */
  running: z.number().int(),
  incidents: z.number().int(),
})

export type DefinitionVersion = z.output<typeof definitionVersion>

export const jobDefinition = z.object({
  id: z.string(),
  elementId: z.string(),
  elementName: z.string().nullable(),
  /** The type with its name in Camunda 7, such as `timer-intermediate-transition`. */
  type: z.string(),
  configuration: z.string().nullable(),
  isSuspended: z.boolean(),
  /** Null: the priority of the model. */
  priority: z.number().int().nullable(),
})

export type JobDefinition = z.output<typeof jobDefinition>

export const definitionDetail = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  version: z.number().int(),
  versionTag: z.string().nullable(),
  tenantId: z.string().nullable(),
  description: z.string().nullable(),
  isSuspended: z.boolean(),
  fileName: z.string(),
  deployment: z.object({
    id: z.string(),
    name: z.string().nullable(),
    deployedAt: instant,
    deployedBy: person.nullable(),
  }),
  /** Whether the user can start it by its form: its newest version where this is not it. */
  canStart: z.boolean(),
  /** Days that history is kept after the end of an instance. Null: for ever. */
  timeToLive: z.number().int().nullable(),
  historyLevel: z.enum(historyLevels),
  /** The starters. Everyone when both are empty. */
  starters: z.object({ users: z.array(person), groups: z.array(z.string()) }),
  forms: z.array(
    z.object({
      elementId: z.string(),
      elementName: z.string().nullable(),
      kind: z.enum(['start', 'task']),
      /** Key of the form; null where the fields are in the model. */
      form: z.string().nullable(),
    }),
  ),
  jobDefinitions: z.array(jobDefinition),
  /** The planned suspensions and activations of this version, the earliest first. */
  planned: z.array(
    z.object({
      id: z.string(),
      /** The version for which the change was planned, and under which it is cancelled. */
      definitionId: z.string(),
      at: instant,
      isSuspended: z.boolean(),
      includesInstances: z.boolean(),
      allVersions: z.boolean(),
    }),
  ),
  /** Decisions of the same deployment. */
  decisions: z.array(reference),
  /** The newest first, at most `definitionLimits.versions`. */
  versions: z.array(definitionVersion),
  hasOlderVersions: z.boolean(),
  /** Instances count up to `listLimits.count`. */
  counts: z.object({ running: z.number().int(), ended: z.number().int(), incidents: z.number().int() }),
})

export type DefinitionDetail = z.output<typeof definitionDetail>

export const definitionElement = z.object({
  elementId: z.string(),
  /** Null: it has none. */
  name: z.string().nullable(),
  /** The type with its name in Camunda 7, such as `userTask`. */
  type: z.string(),
  running: z.number().int(),
  /** Counts up to `listLimits.count`. */
  incidents: z.number().int(),
  ended: z.number().int(),
  cancelled: z.number().int(),
})

export type DefinitionElement = z.output<typeof definitionElement>

export const definitionElements = z.object({
  /** Elements that were reached, or have incidents. */
  items: z.array(definitionElement),
  /** Only the newest `definitionLimits.running` instances were looked at. */
  isRunningPartial: z.boolean(),
  /** Only the newest `definitionLimits.past` running and as many ended instances were looked at. */
  isPastPartial: z.boolean(),
})

export type DefinitionElements = z.output<typeof definitionElements>

export const processCall = z.object({
  /** The step that calls. */
  elementId: z.string(),
  elementName: z.string().nullable(),
  /** Key as the model has it; may be an expression. */
  calledKey: z.string(),
  /** The newest version with the key; null where there is none, or an expression says which. */
  called: reference.nullable(),
})

export const definitionCallers = z.object({
  calls: z.array(processCall),
  calledBy: z.array(reference),
  /** There may be more than `definitionLimits.callers` that call it. */
  isPartial: z.boolean(),
})

export type DefinitionCallers = z.output<typeof definitionCallers>
