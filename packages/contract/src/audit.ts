import { z } from 'zod'
import { auditRestorePreview } from './audit-restores.ts'
import { auditValues } from './audit-values.ts'
import { defineCall, defineCalls } from './call.ts'
import { designComparison } from './form-designs.ts'
import { listCalls } from './list/list-calls.ts'
import { auditList, auditOperation, auditRevisionRow, revisionFields } from './lists/audit.ts'
import { person } from './values.ts'

/** Limits of answers about the audit. */
export const auditLimits = {
  /** Entries of a revision. */
  entries: 100,
  /** Changes of an entity. */
  changes: 50,
  /** Users offered by the filter of the list. */
  people: 1_000,
} as const

const auditEntry = z.object({
  id: z.string(),
  /** A name in `auditEntityNames`. */
  entity: z.string(),
  /** The key of the entity among those of its kind. */
  key: z.string(),
  /** Null where the entity has no name. */
  name: z.string().nullable(),
  operation: auditOperation,
  before: auditValues.nullable(),
  after: auditValues.nullable(),
})

export type AuditEntry = z.output<typeof auditEntry>

const auditRevision = z.object({
  ...revisionFields,
  /** Numbers of the neighbours; null at either end. */
  previous: z.number().int().nullable(),
  next: z.number().int().nullable(),
  entries: z.array(auditEntry),
  /** Id to go on after; null: there are no more entries. */
  more: z.string().nullable(),
})

export type AuditRevision = z.output<typeof auditRevision>

const entityChange = auditEntry.extend(revisionFields)

export type EntityChange = z.output<typeof entityChange>

const entityHistory = z.object({
  items: z.array(entityChange),
  /** Mark to go on from with `before`; null: there are no older changes. */
  older: z.string().nullable(),
})

export type EntityHistory = z.output<typeof entityHistory>

/** One entity at a revision. */
const entityState = z.object({
  number: z.number().int(),
  /** Values by column; null: the entity did not exist. */
  values: auditValues.nullable(),
  /** Whether the audit starts after the creation of the entity, so that columns may be missing. */
  isPartial: z.boolean(),
  /** Whether the reader has permission to restore this entity. False for kinds that cannot be restored. */
  mayRestore: z.boolean(),
})

export type EntityState = z.output<typeof entityState>

const audience = ['RoleAdmin'] as const
const tag = 'Audit'
/** A number that no workplace has is answered like one that is another workplace's. */
const numberParams = z.object({ number: z.string().regex(/^\d{1,15}$/, 'Expected the number of a revision.') })
const entityParams = z.object({ entity: z.string().max(100) })
const key = z
  .string()
  .max(500)
  .regex(/^[^\0]*$/)

export const auditCalls = defineCalls('audit', {
  ...listCalls(auditList, {
    path: '/admin/audit/revisions',
    summary: 'Lists the revisions of the audit.',
    tag,
    audience,
    row: auditRevisionRow,
  }),
  people: defineCall({
    method: 'GET',
    path: '/admin/audit/people',
    summary: 'Lists users who made a revision, including deleted users.',
    tag,
    audience,
    answer: z.array(person),
  }),
  revision: defineCall({
    method: 'GET',
    path: '/admin/audit/revisions/{number}',
    summary: 'A revision with what it changed.',
    tag,
    audience,
    params: numberParams,
    query: z.object({ after: z.uuid().optional() }),
    answer: auditRevision,
    errors: ['thing.not-found'],
  }),
  /** Returns the design of the last version before the saved one. */
  designBefore: defineCall({
    method: 'GET',
    path: '/admin/audit/revisions/{number}/entries/{id}/design-before',
    summary: 'The design that a saved version of a process or decision replaced, as XML.',
    tag,
    audience,
    params: numberParams.extend({ id: z.string().max(64) }),
    answer: z.object({ version: z.number().int(), xml: z.string() }),
    errors: ['thing.not-found'],
  }),
  formComparison: defineCall({
    method: 'GET',
    path: '/admin/audit/revisions/{number}/entries/{id}/form-comparison',
    summary: 'Compares a saved version of a form with the version before it.',
    tag,
    audience,
    params: numberParams.extend({ id: z.string().max(64) }),
    answer: designComparison,
    errors: ['thing.not-found'],
  }),
  /** Without `id`, returns the history of all entities of the kind, newest first. */
  history: defineCall({
    method: 'GET',
    path: '/admin/audit/entities/{entity}/changes',
    summary: 'Lists changes of one entity, or of all entities of a kind.',
    tag,
    audience,
    params: entityParams,
    query: z.object({
      id: key.optional(),
      before: z
        .string()
        .max(80)
        .regex(/^[\w-]+$/, 'Expected a mark that a page of this history gave.')
        .optional(),
    }),
    answer: entityHistory,
    errors: ['thing.not-found'],
  }),
  state: defineCall({
    method: 'GET',
    path: '/admin/audit/entities/{entity}/states/{number}',
    summary: 'The values of an entity at a revision.',
    tag,
    audience,
    params: entityParams.extend(numberParams.shape),
    query: z.object({ id: key }),
    answer: entityState,
    errors: ['thing.not-found'],
  }),
  restorePreview: defineCall({
    method: 'GET',
    path: '/admin/audit/entities/{entity}/states/{number}/restore',
    summary: 'The changes that a restore of an entity to a revision would make.',
    tag,
    audience,
    params: entityParams.extend(numberParams.shape),
    query: z.object({ id: key }),
    answer: auditRestorePreview,
    errors: ['thing.not-found', 'audit.not-restorable', 'audit.same'],
  }),
  restore: defineCall({
    method: 'POST',
    path: '/admin/audit/entities/{entity}/states/{number}/restore',
    summary: 'Restores an entity to the values that it had at a revision, as a new revision.',
    tag,
    audience,
    params: entityParams.extend(numberParams.shape),
    body: z.object({
      id: key,
      /** `seen` of the preview: the newest revision of the entity that the user knows. */
      seen: z.number().int().min(1),
    }),
    answer: z.object({
      /** The number of the revision that the restore created. */
      number: z.number().int(),
    }),
    errors: ['thing.not-found', 'thing.changed', 'audit.not-restorable', 'audit.same'],
    touches: ['audit', 'settings', 'shell', 'themes', 'categories', 'customViews'],
    happensOnce: true,
  }),
})
