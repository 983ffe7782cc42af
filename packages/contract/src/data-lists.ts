import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { column, givenColumns } from './data-columns.ts'
import { place, row, rowChanges } from './data-rows.ts'
import { deletedReason, disabled } from './disabling.ts'
import { dataListLimits, limits } from './limits.ts'
import { exportFormats, listCalls } from './list/list-calls.ts'
import { dataListList, dataListRow } from './lists/data-lists.ts'
import { text } from './patterns.ts'
import { patterns } from './text-patterns.ts'
import { instant, idParams as params, person } from './values.ts'

const about = z.object({
  name: text('name'),
  description: z
    .string()
    .trim()
    .max(limits.description)
    .regex(patterns.description.regex, patterns.description.message)
    .default(''),
  columns: givenColumns,
})

const newDataList = about.extend({
  /** The key by which forms refer to the list. It never changes. */
  key: text('nameWithoutSpaces', limits.formKey),
  /** The list to copy: with its columns and rows; `columns` is ignored then. */
  copyOf: z.string().max(64).optional(),
})

const dataList = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  description: z.string(),
  columns: z.array(column),
  rowCount: z.number().int(),
  /** Counts changes of name, description and columns; to be sent with the next one. */
  revision: z.number().int(),
  /** Counts changes of columns and rows; to be sent with the next change of rows. */
  version: z.number().int(),
  disabled: disabled.nullable(),
  createdAt: instant,
  createdBy: person.nullable(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type DataList = z.output<typeof dataList>

const importReport = z.object({
  /** Whether anything was written. */
  isImported: z.boolean(),
  /** The rows of the file, below its first line. */
  rows: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  faultyRows: z.number().int(),
  /** The first thousand errors, by line. An error without a column is about the whole row. */
  faults: z.array(
    z.object({ line: z.number().int(), column: z.string().nullable(), value: z.string(), message: z.string() }),
  ),
  faultCount: z.number().int(),
  /** Notes about the file, each as a sentence. */
  notes: z.array(z.string()),
  list: dataList,
})

export type ImportReport = z.output<typeof importReport>

const version = z.object({
  version: z.number().int(),
  rowCount: z.number().int(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  /** The file that it came from, or the list that it is a copy of. */
  source: z.string().nullable(),
  restoredFrom: z.number().int().nullable(),
  savedAt: instant,
  savedBy: person.nullable(),
})

export type DataListVersion = z.output<typeof version>

const of = { tag: 'Data lists', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const touches = ['dataLists'] as const

/** Calls for custom data lists. */
export const dataListCalls = defineCalls('dataLists', {
  ...listCalls(dataListList, {
    path: '/data-lists',
    summary: 'Lists the custom data lists.',
    ...of,
    row: dataListRow,
  }),
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/data-lists',
    summary: 'Creates a custom data list, empty or with the rows of another one.',
    touches,
    happensOnce: true,
    body: newDataList,
    answer: dataList,
    errors: ['thing.name-taken', 'thing.key-taken', 'data-list.invalid', gone],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/data-lists/{id}',
    summary: 'One custom data list, without its rows.',
    params,
    answer: dataList,
    errors: [gone],
  }),
  /**
   * Saves the list. Existing rows are read with the new types of their columns; if a value does not fit, nothing is
   * changed.
   */
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/data-lists/{id}',
    summary: 'Changes name, description and columns of a custom data list.',
    touches,
    happensOnce: true,
    params,
    body: about.extend({ revision: z.number().int().optional() }),
    answer: dataList,
    errors: [gone, 'thing.name-taken', 'data-list.invalid', 'thing.disabled', 'thing.changed'],
  }),
  disable: defineCall({
    ...of,
    method: 'DELETE',
    path: '/data-lists/{id}',
    summary: 'Disables a custom data list, with a reason. Existing forms continue to use it.',
    touches,
    happensOnce: true,
    params,
    query: deletedReason,
    answer: dataList,
    errors: [gone, 'thing.disabled'],
  }),
  restore: defineCall({
    ...of,
    method: 'POST',
    path: '/data-lists/{id}/restore',
    summary: 'Restores a custom data list that was disabled.',
    touches,
    happensOnce: true,
    params,
    answer: dataList,
    errors: [gone, 'thing.exists'],
  }),
  rows: defineCall({
    ...of,
    method: 'GET',
    path: '/data-lists/{id}/rows',
    summary: 'Rows of a custom data list in their order, a page at a time.',
    params,
    query: z.object({
      /** A text that a cell of the row contains. */
      q: z
        .string()
        .trim()
        .max(200)
        .regex(/^[^\0]*$/)
        .default(''),
      /** Returns the rows after this position, or before it. */
      after: place.optional(),
      before: place.optional(),
      size: z.coerce.number().int().min(1).max(dataListLimits.page).default(100),
      /** The version of the rows; missing: the current one. */
      version: z.coerce.number().int().min(1).optional(),
    }),
    answer: z.object({
      items: z.array(row),
      /** The number of matching rows before the first one. */
      before: z.number().int(),
      /** The number of all matching rows. */
      total: z.number().int(),
      columns: z.array(column),
    }),
    errors: [gone],
  }),
  /** Saves all changes or none. Refused if another user has changed one of these rows since that version. */
  saveRows: defineCall({
    ...of,
    method: 'POST',
    path: '/data-lists/{id}/rows',
    summary: 'Changes, adds and removes rows of a custom data list.',
    touches,
    happensOnce: true,
    params,
    body: rowChanges.refine(
      ({ changed, added, removed }) => changed.length + added.length + removed.length <= dataListLimits.rowsAtOnce,
      `Expected at most ${dataListLimits.rowsAtOnce} rows at once. Import more as a file.`,
    ),
    bodyLimit: limits.variablesBody,
    answer: dataList,
    errors: [gone, 'data-list.invalid', 'data-list.too-large', 'thing.disabled', 'thing.changed'],
  }),
  /**
   * Imports rows. Body: one part `file`, CSV or XLSX, with names or keys of columns in its first line. In a list with a
   * key column, rows with a known key are changed. The answer reports each refused row.
   */
  importRows: defineCall({
    ...of,
    method: 'POST',
    path: '/data-lists/{id}/import',
    summary: 'Imports rows of a CSV or XLSX file into a custom data list, with a report by row.',
    touches,
    happensOnce: true,
    params,
    query: z.object({
      /** Adds the rows, or leaves no others. */
      mode: z.enum(['add', 'replace']),
      /** The effect of rows with errors: nothing is imported, or only the other rows. */
      whenFaulty: z.enum(['stop', 'skip']).default('stop'),
    }),
    body: 'multipart',
    parts: { files: 1, fileSize: limits.file },
    bodyLimit: limits.file + limits.jsonBody,
    answer: importReport,
    errors: [
      gone,
      'file.refused',
      'file.infected',
      'file.not-scanned',
      'request.too-large',
      'data-list.too-large',
      'thing.disabled',
      'thing.changed',
      'budget.exceeded',
    ],
  }),
  exportRows: defineCall({
    ...of,
    method: 'GET',
    path: '/data-lists/{id}/export',
    summary: 'All rows of a custom data list as a CSV or XLSX file.',
    params,
    query: z.object({ format: z.enum(exportFormats) }),
    answer: 'file',
    isLong: true,
    errors: [gone],
  }),
  versions: defineCall({
    ...of,
    method: 'GET',
    path: '/data-lists/{id}/versions',
    summary: 'Lists the last 100 versions of a custom data list, newest first.',
    params,
    answer: z.array(version),
    errors: [gone],
  }),
  restoreVersion: defineCall({
    ...of,
    method: 'POST',
    path: '/data-lists/{id}/versions/{version}/restore',
    summary: 'Restores the columns and rows of a version of a custom data list as the next version.',
    touches,
    happensOnce: true,
    params: params.extend({ version: z.coerce.number().int() }),
    answer: dataList,
    errors: [gone, 'thing.disabled'],
  }),
})
