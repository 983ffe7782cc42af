import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { idParams, instant } from './values.ts'

export const moveInLimits = {
  /** Characters of an address, a name or a password. */
  line: 300,
  /** Keys of processes. */
  definitions: 1_000,
  /** Lines of counts, and of reasons, in an answer. The file of the report has all that were kept. */
  lines: 500,
} as const

/** The databases that can be moved. `mysql` is MariaDB, too. */
export const moveInVendors = ['postgresql', 'mysql'] as const

export const moveInEncryptions = ['off', 'on', 'verified'] as const

/**
 * The states of a move:
 * - `checking`: a dry run is in progress
 * - `checked`: the dry run has ended, and nothing was written
 * - `moving`, `stopping`: the move is in progress
 * - `stopped`, `failed`: it can be continued
 * - `done`: ended
 */
export const moveInStates = ['checking', 'checked', 'moving', 'stopping', 'stopped', 'done', 'failed'] as const

export type MoveInState = (typeof moveInStates)[number]

/** The steps of a move, in the order in which rows depend on each other. */
export const moveInSteps = [
  'people',
  'deployments',
  'instances',
  'tasks',
  'history',
  'decisions',
  'comments',
  'attachments',
  'operations',
  'rest',
] as const

export type MoveInStep = (typeof moveInSteps)[number]

const line = z.string().trim().max(moveInLimits.line)

const source = z.object({
  vendor: z.enum(moveInVendors),
  host: line.min(1),
  port: z.number().int().min(1).max(65_535),
  database: line.min(1),
  /** The PostgreSQL schema of the tables; empty: the search path of the user decides. */
  schema: line.default(''),
  username: line.min(1),
  encryption: z.enum(moveInEncryptions),
  /** IANA name: the columns of the source have local times of the Java process that wrote it. */
  timeZone: line.min(1),
  /** Only history that ended at or after this time; null: all. */
  since: instant.nullable(),
  /** Only these processes, by key; null: all. */
  definitions: z.array(line.min(1)).max(moveInLimits.definitions).nullable(),
})

const count = z.object({
  table: z.string(),
  /** The key of the process; null for rows without a process. */
  definition: z.string().nullable(),
  source: z.number().int(),
  moved: z.number().int(),
  /** Moved by an earlier move. */
  earlier: z.number().int(),
  left: z.number().int(),
})

const reason = z.object({ code: z.string(), table: z.string(), id: z.string(), message: z.string() })

const item = source.extend({
  id: z.string(),
  state: z.enum(moveInStates),
  /** Whether the counts are those of a dry run. */
  isDryRun: z.boolean(),
  /** The name and version of the schema that was found; null: the source was not reached yet. */
  product: z.string().nullable(),
  step: z.enum(moveInSteps).nullable(),
  /** Items of the step that were processed, and all of them; null: it is not known. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** The reason for the failure; empty in other states. */
  message: z.string(),
  counts: z.array(count),
  /** Rows that were left out, by code. */
  codes: z.array(z.object({ code: z.string(), count: z.number().int() })),
  omissions: z.array(reason),
  notes: z.array(reason),
  createdAt: instant,
  endedAt: instant.nullable(),
})

export type MoveIn = z.output<typeof item>
export type MoveInSource = z.input<typeof source>

const keepers = { tag: 'Moving in', audience: ['RoleAdmin'] } as const
const change = { ...keepers, scope: 'administer', touches: ['moveIns'], happensOnce: true } as const
const path = '/admin/move-ins/{id}'
const errors = ['thing.not-found', 'move-in.invalid'] as const

/** Calls that move the database of another engine into this workplace. */
export const moveInCalls = defineCalls('moveIns', {
  read: defineCall({
    ...keepers,
    method: 'GET',
    path: '/admin/move-ins/last',
    summary: 'Returns the last move of another engine into this workplace, with its progress and report.',
    answer: z.object({ item: item.nullable() }),
  }),
  /** Connects a source. Nobody can read the password afterwards. */
  connect: defineCall({
    ...change,
    method: 'POST',
    path: '/admin/move-ins',
    summary: 'Saves the database of another engine, and orders a dry run that reports what would be moved.',
    body: source.extend({ password: z.string().max(moveInLimits.line) }),
    answer: item,
    errors: ['move-in.invalid'],
  }),
  check: defineCall({
    ...change,
    method: 'POST',
    path: `${path}/check`,
    summary: 'Orders another dry run.',
    params: idParams,
    answer: item,
    errors: [...errors],
  }),
  start: defineCall({
    ...change,
    method: 'POST',
    path: `${path}/start`,
    summary: 'Starts a move, or continues one that was stopped. Rows that were moved before stay unchanged.',
    params: idParams,
    answer: item,
    errors: [...errors],
  }),
  stop: defineCall({
    ...change,
    method: 'POST',
    path: `${path}/stop`,
    summary: 'Stops a move after the current call hierarchies. It can be continued.',
    params: idParams,
    answer: item,
    errors: [...errors],
  }),
  forget: defineCall({
    ...change,
    method: 'DELETE',
    path,
    summary: 'Deletes the address and password of a source, and the report. Moved rows stay.',
    params: idParams,
    answer: 'empty',
    errors: [...errors],
  }),
  report: defineCall({
    ...keepers,
    method: 'GET',
    path: `${path}/report`,
    summary: 'Returns the report of a move as a CSV file.',
    params: idParams,
    answer: 'file',
    isLong: true,
    errors: ['thing.not-found'],
  }),
})
