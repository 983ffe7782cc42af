import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { historyLevels } from './definition-details.ts'
import { instant, person } from './values.ts'

export const cleanUpLimits = {
  /** The number of definitions on the page: those with the most removable instances. */
  definitions: 200,
  /** Ended instances of a definition are counted up to this number. */
  count: 10_000,
  /** Runs that are shown, and that are kept. */
  runs: 50,
  runsKept: 400,
} as const

const tag = 'Clean-up'
const audience = ['RoleProcessAdmin', 'RoleAdmin'] as const

const run = z.object({
  id: z.string(),
  kind: z.enum(['window', 'asked', 'level']),
  startedAt: instant,
  endedAt: instant.nullable(),
  askedBy: person.nullable(),
  /** Whether all went that could go; false: its window was over before, or it is under way. */
  isComplete: z.boolean(),
  instances: z.number().int(),
  tasks: z.number().int(),
  decisions: z.number().int(),
  batches: z.number().int(),
  operations: z.number().int(),
})

export type CleanUpRun = z.output<typeof run>

const keptDefinition = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  version: z.number().int(),
  /** Whether it was deleted, and its history was kept. */
  isDeleted: z.boolean(),
  /** Days; null: for ever. */
  timeToLive: z.number().int().nullable(),
  historyLevel: z.enum(historyLevels),
  /** Ended instances, and those that can be removed now: up to `cleanUpLimits.count`. */
  ended: z.number().int(),
  removable: z.number().int(),
  oldestEndedAt: instant.nullable(),
})

export type KeptDefinition = z.output<typeof keptDefinition>

const answer = z.object({
  strategy: z.enum(['end', 'start', 'none']),
  /** The current or next window; null: the clean-up runs on demand only. */
  window: z.object({ from: instant, to: instant, isOpen: z.boolean() }).nullable(),
  definitions: z.array(keptDefinition),
  hasMoreDefinitions: z.boolean(),
  runs: z.array(run),
})

export type CleanUp = z.output<typeof answer>

export const cleanUpCalls = defineCalls('cleanUp', {
  get: defineCall({
    method: 'GET',
    path: '/processengine/clean-up',
    summary: 'Returns what history keeps and why, and what the clean-up has removed.',
    tag,
    audience,
    answer,
  }),
  run: defineCall({
    method: 'POST',
    path: '/processengine/clean-up',
    summary: 'Cleans up history now, whatever the window says.',
    tag,
    audience: [...audience, 'RoleFullAPI'],
    scope: 'operate',
    touches: ['cleanUp'],
    answer: 'empty',
  }),
})
