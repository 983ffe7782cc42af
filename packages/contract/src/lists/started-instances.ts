import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { instant } from '../values.ts'

/** A version of a process. */
export const definitionRow = z.object({
  id: z.string(),
  key: z.string(),
  /** The model's name, else its key. */
  name: z.string(),
  version: z.number().int(),
})

const states = ['active', 'incident', 'suspended', 'completed', 'cancelled'] as const

/**
 * - `active`: something in it can go on
 * - `incident`: at least one incident is open in it or in an instance that it called
 * - `suspended`: it, or its process, is suspended
 * - `completed`: ended by itself
 * - `cancelled`: ended from outside
 */
const instanceState = z.enum(states)

export type InstanceState = z.output<typeof instanceState>

export const instanceRow = z.object({
  id: z.string(),
  businessKey: z.string().nullable(),
  /** What people call it: as its model says, else the business key, else the process and a short number. */
  title: z.string(),
  definition: definitionRow,
  state: instanceState,
  startedAt: instant,
  endedAt: instant.nullable(),
  /** Names of what it waits at, at most three, oldest first. Empty once it has ended. */
  waitsAt: z.array(z.string()).max(3),
})

export type InstanceRow = z.output<typeof instanceRow>

/** The search looks into the title, the name of the process and the business key. */
export const startedInstanceList = defineList({
  name: 'processes.startedByMe',
  columns: {
    title: { type: 'text', label: 'processes.title', isFixed: true },
    process: { type: 'text', label: 'processes.process', value: 'definition.name' },
    key: { type: 'text', label: 'processes.key', value: 'businessKey', isHidden: true },
    state: { type: 'choice', label: 'common.state', words: 'status' },
    waitsAt: { type: 'texts', label: 'processes.waitsAt' },
    version: { type: 'number', label: 'processes.version', value: 'definition.version', isHidden: true },
    started: { type: 'instant', label: 'processes.started', value: 'startedAt' },
    ended: { type: 'instant', label: 'processes.ended', value: 'endedAt' },
  },
  sorts: ['started', 'ended', 'title', 'process', 'key'],
  order: ['-started'],
  filters: {
    state: { type: 'choice', label: 'common.state', values: states, words: 'status' },
    process: { type: 'reference', label: 'processes.process' },
    started: { type: 'instant', label: 'processes.started' },
    ended: { type: 'instant', label: 'processes.ended' },
  },
  search: 'processes.search',
  countTo: 1_000,
})
