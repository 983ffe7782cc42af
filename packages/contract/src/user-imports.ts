import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { idParams, instant } from './values.ts'

export const userImportLimits = {
  /** Rows of one file. */
  rows: 100_000,
  /** The maximum number of columns of one file; further ones are left out. */
  columns: 200,
  /** Rows of one answer. */
  page: 100,
  /** Days that an import is kept with its rows. */
  days: 7,
} as const

/** Fields of a user that a column can be; `property:KEY` is the user property of that key. */
export const userImportFields = ['username', 'firstName', 'lastName', 'email', 'manager', 'roles', 'groups'] as const

export type UserImportField = (typeof userImportFields)[number] | `property:${string}`

/**
 * The states of a user import:
 * - `draft`: the columns have to be chosen
 * - `checking`, `importing`: running
 * - `checked`: the effect of each row is known, and nothing has changed
 * - `done`, `cancelled`: ended
 */
export const userImportStates = ['draft', 'checking', 'checked', 'importing', 'done', 'cancelled'] as const

export type UserImportState = (typeof userImportStates)[number]

/** The results of a row. `refused`: the message says why. */
export const userImportResults = ['new', 'changed', 'same', 'refused'] as const

export type UserImportResult = (typeof userImportResults)[number]

const field = z.string().regex(/^(?:username|firstName|lastName|email|manager|roles|groups|property:.{1,50})$/u)

const item = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(userImportStates),
  /** The first line of the file. */
  heads: z.array(z.string()),
  /** The field of each column; null: the column is left out. */
  mapping: z.array(field.nullable()),
  /** The field that users are known by. */
  key: field,
  /** The first rows, as they are in the file. */
  samples: z.array(z.array(z.string())),
  /** User properties that a column can be. Unique ones can be the key. */
  properties: z.array(z.object({ key: z.string(), name: z.string(), isUnique: z.boolean() })),
  /** The guesses about the file, each as a sentence. */
  notes: z.array(z.string()),
  rows: z.number().int(),
  /** Rows that are checked or imported so far. */
  doneRows: z.number().int(),
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    same: z.number().int(),
    refused: z.number().int(),
  }),
  createdAt: instant,
  endedAt: instant.nullable(),
})

export type UserImport = z.output<typeof item>

const row = z.object({
  position: z.number().int(),
  line: z.number().int(),
  /** The key in the file. */
  name: z.string(),
  result: z.enum(userImportResults),
  changes: z.array(z.object({ field, old: z.string(), new: z.string() })),
  /** The reason why the row is refused; empty otherwise. */
  message: z.string(),
})

export type UserImportRow = z.output<typeof row>

const keepers = { tag: 'User import', audience: ['RoleUserAdmin'] } as const
const change = { ...keepers, scope: 'administer', touches: ['userImports'], happensOnce: true } as const
const path = '/users/import/{id}'
const gone = 'thing.not-found'

/** Calls for importing users from a file. Only the user who started an import can see it. */
export const userImportCalls = defineCalls('userImports', {
  /** Body: one part `file`, CSV or XLSX, with names of columns in its first line. It changes no user. */
  upload: defineCall({
    ...change,
    method: 'POST',
    path: '/users/import',
    summary: 'Uploads a file of users, and suggests the field of each column.',
    body: 'multipart',
    parts: { files: 1, fileSize: limits.file },
    bodyLimit: limits.file + limits.jsonBody,
    isLong: true,
    answer: item,
    errors: [
      'file.refused',
      'file.infected',
      'file.not-scanned',
      'request.too-large',
      'budget.exceeded',
      'batch.too-many',
    ],
  }),
  read: defineCall({
    ...keepers,
    method: 'GET',
    path: '/usersgroups/usersAPI/import-users',
    summary: 'Returns an import of users with its progress and its rows.',
    query: z.object({
      /** The id of the import; missing: the last one of the caller. */
      id: z.string().max(64).optional(),
      result: z.enum(userImportResults).optional(),
      /** Rows behind this position. */
      after: z.coerce.number().int().min(0).default(0),
    }),
    answer: z.object({
      item: item.nullable(),
      rows: z.array(row),
      /** For `after`; null: there are no more. */
      next: z.number().int().nullable(),
    }),
    errors: [gone],
  }),
  check: defineCall({
    ...change,
    method: 'PUT',
    path,
    summary: 'Sets the columns of an import, and checks what each row would change.',
    params: idParams,
    body: z.object({ mapping: z.array(field.nullable()).max(userImportLimits.columns), key: field }),
    answer: item,
    errors: [gone, 'user-import.invalid'],
  }),
  start: defineCall({
    ...change,
    touches: ['userImports', 'users', 'userAccounts', 'groups'],
    method: 'POST',
    path: `${path}/start`,
    summary: 'Imports the rows of a checked import that can be imported.',
    params: idParams,
    answer: item,
    errors: [gone, 'user-import.invalid'],
  }),
  cancel: defineCall({
    ...change,
    method: 'DELETE',
    path,
    summary: 'Cancels an import. Users that were already imported are kept.',
    params: idParams,
    answer: item,
    errors: [gone],
  }),
  report: defineCall({
    ...keepers,
    method: 'GET',
    path: `${path}/report`,
    summary: 'Returns the results of an import as a CSV file.',
    params: idParams,
    answer: 'file',
    isLong: true,
    errors: [gone],
  }),
})
