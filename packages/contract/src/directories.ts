import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { directoryFields, directoryList, directoryRow } from './lists/directories.ts'
import { removableCalls } from './record-calls.ts'
import { recordOf } from './record-fields.ts'
import { idParams, instant } from './values.ts'

/**
 * The states of a run:
 * - `reading`: the directory is being read
 * - `applying`: users are created and changed, one after the other
 * - `waiting`: more users would leave, or lose groups, than the threshold allows; nobody was changed
 * - `done`, `failed`, `cancelled`: ended
 */
export const directoryRunStates = ['reading', 'applying', 'waiting', 'done', 'failed', 'cancelled'] as const

export type DirectoryRunState = (typeof directoryRunStates)[number]

/** The results of a row. `refused`: the message says why. */
export const directoryResults = ['new', 'changed', 'restored', 'disabled', 'same', 'refused'] as const

export type DirectoryResult = (typeof directoryResults)[number]

/** The fields of a user that a run can change. */
export const directoryChangeFields = [
  'username',
  'firstName',
  'lastName',
  'email',
  'manager',
  'groups',
  'source',
] as const

export type DirectoryChangeField = (typeof directoryChangeFields)[number]

const run = z.object({
  id: z.string(),
  state: z.enum(directoryRunStates),
  /** Whether it only finds out what would change. */
  isDryRun: z.boolean(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** User name; null: the schedule started it. */
  startedBy: z.string().nullable(),
  /** Users and groups that the directory returned. */
  found: z.number().int(),
  foundGroups: z.number().int(),
  /** The number of rows, and of processed rows. */
  rows: z.number().int(),
  doneRows: z.number().int(),
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    restored: z.number().int(),
    disabled: z.number().int(),
    same: z.number().int(),
    refused: z.number().int(),
  }),
  /** Users of the directory before the run, those who would be disabled, and those who would lose a group. */
  known: z.number().int(),
  leavers: z.number().int(),
  losers: z.number().int(),
  /** The reason why the run failed or waits; empty otherwise. */
  message: z.string(),
})

export type DirectoryRun = z.output<typeof run>

const runRow = z.object({
  position: z.number().int(),
  /** The user name, or the distinguished name where there is none. */
  name: z.string(),
  dn: z.string(),
  result: z.enum(directoryResults),
  changes: z.array(z.object({ field: z.enum(directoryChangeFields), old: z.string(), new: z.string() })),
  message: z.string(),
})

export type DirectoryRunRow = z.output<typeof runRow>

/** `null`: it stays; empty: it is removed. It cannot stay when the directory has other addresses. */
const entered = directoryFields.extend({ password: z.string().max(limits.password).nullable().default(null) })

const directory = recordOf(directoryFields).extend({
  hasPassword: z.boolean(),
  /** Users who come from it. */
  users: z.number().int(),
  /** The user whose permissions runs have: who saved it last. Null: they no longer exist. */
  actsAs: z.string().nullable(),
  nextRunAt: instant.nullable(),
})

export type Directory = z.output<typeof directory>

const example = z.object({
  dn: z.string(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  isActive: z.boolean(),
  /** Whether the entry has a key; one without is left out. */
  hasKey: z.boolean(),
})

const test = z.object({
  /** Milliseconds. */
  ms: z.number().int(),
  /** The reason why the directory could not be read; null on success. */
  fault: z.string().nullable(),
  examples: z.array(example),
  /** Names of groups. */
  groups: z.array(z.string()),
  /** Whether there are more users than these. */
  hasMore: z.boolean(),
})

export type DirectoryTest = z.output<typeof test>

const of = { path: '/usersgroups/directories', tag: 'Directories', audience: ['RoleAdmin'] } as const
const change = { tag: of.tag, audience: of.audience, scope: 'administer', happensOnce: true } as const
const gone = 'thing.not-found'
const runPath = '/usersgroups/directories/{id}/runs'
const runParams = idParams.extend({ runId: z.string().max(64) })
const touches = ['directories', 'users', 'userAccounts', 'groups'] as const

/** Calls for directories (LDAP and Active Directory), from which users come. */
export const directoryCalls = defineCalls('directories', {
  ...listCalls(directoryList, { ...of, summary: 'Lists the directories.', row: directoryRow }),
  ...removableCalls({
    ...of,
    subject: 'directories',
    one: 'a directory',
    fields: entered,
    item: directory,
    errors: ['thing.not-found', 'directory.invalid', 'budget.exceeded'],
  }),
  test: defineCall({
    ...{ tag: of.tag, audience: of.audience, scope: 'administer' },
    method: 'POST',
    path: '/usersgroups/directories/{id}/test',
    summary: 'Reads the first users and groups of a directory. Changes nobody.',
    touches: [],
    params: idParams,
    answer: test,
    errors: [gone],
  }),
  runs: defineCall({
    ...of,
    method: 'GET',
    path: runPath,
    summary: 'Lists the runs of a directory, the newest first.',
    params: idParams,
    answer: z.array(run),
    errors: [gone],
  }),
  startRun: defineCall({
    ...change,
    method: 'POST',
    path: runPath,
    summary: 'Starts a run of a directory, or a dry run that only finds out what would change.',
    touches: [...touches],
    params: idParams,
    body: z.object({ isDryRun: z.boolean().default(false) }),
    answer: run,
    errors: [gone, 'directory.invalid', 'directory.running'],
  }),
  rows: defineCall({
    ...of,
    method: 'GET',
    path: `${runPath}/{runId}`,
    summary: 'Returns a run of a directory with its rows.',
    params: runParams,
    query: z.object({
      result: z.enum(directoryResults).optional(),
      /** Rows behind this position. */
      after: z.coerce.number().int().min(0).default(0),
    }),
    answer: z.object({
      run,
      rows: z.array(runRow),
      /** For `after`; null: there are no more. */
      next: z.number().int().nullable(),
    }),
    errors: [gone],
  }),
  confirmRun: defineCall({
    ...change,
    method: 'POST',
    path: `${runPath}/{runId}/confirm`,
    summary: 'Reads the directory again for a run that waits, and applies it when no more users leave than were shown.',
    touches: [...touches],
    params: runParams,
    answer: run,
    errors: [gone, 'directory.invalid'],
  }),
  cancelRun: defineCall({
    ...change,
    method: 'DELETE',
    path: `${runPath}/{runId}`,
    summary: 'Cancels a run. Users that it has changed already stay as they are.',
    touches: [...touches],
    params: runParams,
    answer: run,
    errors: [gone],
  }),
})
