import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import {
  contentItem,
  exportItem,
  importDetails,
  importRow,
  packageDecisions,
  packageLimits,
  selection,
} from './package-records.ts'
import { text } from './patterns.ts'
import { idParams as params } from './values.ts'

const path = '/admin/packages'
const of = { tag: 'Packages', audience: ['RoleAdmin'] } as const
const gone = 'thing.not-found'
const touches = ['packages'] as const
const invalid = ['package.invalid', 'request.too-large'] as const

/** Calls that export and import applications with everything that they need. */
export const packageCalls = defineCalls('packages', {
  contents: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/contents`,
    summary: 'Lists all items that can be exported.',
    answer: z.object({ items: z.array(contentItem), isMore: z.boolean() }),
  }),
  preview: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/preview`,
    summary: 'Lists the items of an export with the items that they need.',
    scope: 'read',
    touches: [],
    body: selection,
    answer: z.object({ items: z.array(exportItem), notes: z.array(z.string()) }),
    errors: [gone, 'package.too-large', 'budget.exceeded'],
  }),
  /** Answers a zip: a manifest with hashes, its Ed25519 signature, and files for each item. */
  export: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/export`,
    summary: 'Exports items with the items that they need as a signed package.',
    touches: [],
    body: selection,
    answer: 'file',
    errors: [gone, 'package.too-large', 'budget.exceeded'],
  }),
  imports: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/imports`,
    summary: 'Lists the last imports, newest first.',
    answer: z.array(importRow),
  }),
  inbox: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/inbox`,
    summary: 'Lists the packages of sources that wait for approval, newest first.',
    answer: z.array(importRow),
  }),
  /** Reads a package. Body: a part `file`. Nothing is changed before the import is started. */
  read: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/imports`,
    summary: 'Uploads and checks a package for an import.',
    touches,
    happensOnce: true,
    body: 'multipart',
    parts: { files: 1, fileSize: packageLimits.fileSize },
    bodyLimit: packageLimits.fileSize + limits.jsonBody,
    answer: z.object({ id: z.string() }),
    errors: [...invalid, 'package.too-many', 'file.refused', 'budget.exceeded'],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/imports/{id}`,
    summary: 'Returns an import: its plan, or its result after the start.',
    params,
    answer: importDetails,
    errors: [gone, 'budget.exceeded'],
  }),
  start: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/imports/{id}/start`,
    summary: 'Starts an import. If one item fails, nothing is imported.',
    touches,
    happensOnce: true,
    params,
    body: packageDecisions,
    answer: 'empty',
    errors: [gone, 'package.started', 'package.undecided', 'package.untrusted', 'budget.exceeded'],
  }),
  cancel: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/imports/{id}/cancel`,
    summary: 'Cancels an import that has not ended. Nothing is imported.',
    touches,
    params,
    answer: 'empty',
    errors: [gone, 'package.started'],
  }),
  dismiss: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/imports/{id}/dismiss`,
    summary: 'Dismisses a package of a source, with a reason. The same content does not come again.',
    touches: [...touches, 'packageSources', 'adminDashboard'],
    params,
    body: z.object({ reason: text('disabledReason', limits.disabledReason) }),
    answer: 'empty',
    errors: [gone, 'package.started'],
  }),
  rollBack: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/imports/{id}/roll-back`,
    summary: 'Rolls back the last import, if nothing has changed since.',
    touches: [
      'packages',
      'applications',
      'appProcesses',
      'appDecisions',
      'forms',
      'formTemplates',
      'emailTemplates',
      'dataLists',
      'externalSystems',
      'globalProperties',
      'categories',
      'categoryDesigns',
      'groups',
      'themes',
    ],
    happensOnce: true,
    params,
    answer: 'empty',
    errors: [gone, 'package.changed', 'package.started'],
  }),
})
