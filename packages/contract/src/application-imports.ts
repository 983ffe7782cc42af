import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { deploymentWarning } from './deployments.ts'
import { definitionKey } from './file-designs.ts'
import { limits } from './limits.ts'
import { importLimits } from './outside-limits.ts'
import { text } from './patterns.ts'

const importLine = z.object({
  /** Null: it is about the file. */
  elementId: z.string().nullable(),
  /** Local name of BPMN, such as `userTask`. */
  elementType: z.string().nullable(),
  elementName: z.string().nullable(),
  /** `runs`: works unchanged; `mapped`: replaced by something else, see the message; `decide`: a user has to choose. */
  result: z.enum(['runs', 'mapped', 'decide', 'fault']),
  code: z.string().nullable(),
  message: z.string().nullable(),
  needs: deploymentWarning.shape.needs,
})

export type ImportLine = z.output<typeof importLine>

const importFile = z.object({
  /** The path with the name of the archive and its folders. */
  path: z.string(),
  kind: z.enum(['process', 'form', 'decision', 'other']),
  /** The product whose format the file has. */
  format: z.string().nullable(),
  name: z.string().nullable(),
  key: z.string().nullable(),
  /** Whether it can become a part of an application. */
  canImport: z.boolean(),
  /** The existing object with the key. If it is in this application (`here`), it can get a new version. Null: none. */
  existing: z
    .object({
      where: z.enum(['here', 'disabled', 'elsewhere', 'import']),
      name: z.string(),
      applicationName: z.string().nullable(),
    })
    .nullable(),
  /** A free key; null if the key of the file is free. */
  freeKey: z.string().nullable(),
  counts: z.object({
    runs: z.number().int(),
    mapped: z.number().int(),
    decide: z.number().int(),
    fault: z.number().int(),
  }),
  lines: z.array(importLine),
})

export type ImportedFile = z.output<typeof importFile>

const importReport = z.object({
  /** The proposed name and key of a new application. */
  application: z.object({ name: z.string(), key: z.string() }),
  files: z.array(importFile),
})

export type ApplicationImportReport = z.output<typeof importReport>

/** The choice how to import one file. */
const importChoice = z.object({
  path: z.string().min(1).max(1000),
  /** `replace`: a new version of the part with this key. */
  action: z.enum(['add', 'replace']),
  /** A key in place of the key in the file. */
  key: z.string().trim().min(1).max(limits.processKey).optional(),
})

export type ImportChoice = z.output<typeof importChoice>

/** The patterns of keys, by kind of object. */
export const importKeys = {
  process: definitionKey,
  form: text('nameWithoutSpaces', limits.formKey),
  decision: definitionKey,
} as const

/** The part `plan` of an import, as JSON. */
export const importPlan = z.object({
  choices: z.array(importChoice).min(1).max(importLimits.parts),
  /** The name and key of the new application, when the id of the application is 0. */
  application: z.object({ name: text('name'), key: text('nameWithoutSpaces') }).optional(),
})

export type ImportPlan = z.output<typeof importPlan>

const importResult = z.object({
  applicationId: z.string(),
  parts: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(['process', 'form', 'decision']),
      id: z.string(),
      name: z.string(),
      key: z.string(),
      version: z.number().int(),
    }),
  ),
})

export type ImportResult = z.output<typeof importResult>

const of = { tag: 'Applications', audience: ['RoleDesign'] } as const
const params = z.object({ appId: z.string().max(64) })
const parts = { files: importLimits.files, fileSize: importLimits.fileSize }
const bodyLimit = limits.allFiles + limits.jsonBody
const unread = ['thing.not-found', 'import.file-invalid', 'request.too-large', 'budget.exceeded'] as const

/** Calls for imports of files of other products into an application. The application 0 creates a new one. */
export const applicationImportCalls = defineCalls('applicationImports', {
  /**
   * Reads files and returns the report. Body: parts `file`: BPMN, DMN, forms, and archives of them. Nothing is changed.
   */
  read: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/import/read',
    summary: 'Checks files of other products, and returns the result of an import.',
    scope: 'read',
    touches: [],
    params,
    body: 'multipart',
    parts,
    bodyLimit,
    answer: importReport,
    errors: ['thing.disabled', ...unread],
  }),
  /**
   * Imports files. Body: a part `plan`, see `importPlan`, and the same files again. Imports everything that was chosen,
   * or nothing.
   */
  run: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/import',
    summary: 'Imports files of other products into an application.',
    touches: ['applications', 'appProcesses', 'appDecisions', 'forms'],
    happensOnce: true,
    params,
    body: 'multipart',
    parts,
    bodyLimit,
    answer: importResult,
    errors: [
      'thing.disabled',
      'thing.name-taken',
      'thing.key-taken',
      'licence.applications',
      'licence.expired',
      'licence.not-covered',
      'thing.name-taken',
      'thing.key-taken',
      'thing.disabled',
      'app-process.file-invalid',
      'thing.name-taken',
      'thing.key-taken',
      'thing.disabled',
      'app-decision.file-invalid',
      'thing.name-taken',
      'thing.key-taken',
      'thing.disabled',
      'design.locked',
      ...unread,
    ],
  }),
})
