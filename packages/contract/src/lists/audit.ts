import { z } from 'zod'
import { defineList } from '../list/define-list.ts'
import { auditEntities, auditOperations, auditSurfaces } from '../messages/audit.ts'
import { instant, person } from '../values.ts'

const [firstEntity, ...otherEntities] = keysOf(auditEntities)
const [firstSurface, ...otherSurfaces] = keysOf(auditSurfaces)
const [firstOperation, ...otherOperations] = keysOf(auditOperations)

/** The kinds of audited entities, by name. */
export const auditEntityNames = [firstEntity, ...otherEntities] as const

export const auditOperation = z.enum([firstOperation, ...otherOperations])

export type AuditEntity = keyof typeof auditEntities

export type AuditOperation = keyof typeof auditOperations

export type AuditSurface = keyof typeof auditSurfaces

/** The changes of one kind of entity and one operation within a revision. */
export const auditChange = z.object({
  /** A name in `auditEntityNames`. */
  entity: z.string(),
  operation: auditOperation,
  /** The name of the entity, if there is only one and its name is known. */
  name: z.string().nullable(),
  count: z.number().int(),
  /** There are more than `count`. */
  isCapped: z.boolean(),
})

export type AuditChange = z.output<typeof auditChange>

/** The user, time and origin of a revision. */
export const revisionFields = {
  number: z.number().int(),
  at: instant,
  /** The user; null for Millrace itself, or a direct change of the database. */
  user: person.nullable(),
  surface: z.enum([firstSurface, ...otherSurfaces]),
  /** The call, job or command. Null: the database was changed directly. */
  cause: z.string().nullable(),
  /** The revision to whose values an entity was restored; null for other changes. */
  restoredFrom: z.number().int().nullable(),
}

export const auditRevisionRow = z.object({
  /** The number as text. */
  id: z.string(),
  ...revisionFields,
  /** The first changes in the order of the revision. */
  changes: z.array(auditChange),
  /** Further kinds of change. */
  more: z.number().int(),
  /** Sentences about the changes, in English, for files. */
  what: z.array(z.string()),
  /** Number of entries, counted up to a limit. */
  entries: z.number().int(),
})

export type AuditRevisionRow = z.output<typeof auditRevisionRow>

/** The list of audit revisions of a workplace. The search covers the newest revisions only. */
export const auditList = defineList({
  name: 'audit.list',
  columns: {
    number: { type: 'number', label: 'audit.number', isFixed: true },
    at: { type: 'instant', label: 'audit.when' },
    user: { type: 'person', label: 'audit.user' },
    what: { type: 'texts', label: 'audit.what' },
    entries: { type: 'number', label: 'audit.entries' },
    surface: { type: 'choice', label: 'audit.surface', labels: 'auditSurfaces' },
    cause: { type: 'text', label: 'audit.cause', isHidden: true },
  },
  sorts: ['at'],
  order: ['-at'],
  filters: {
    entity: {
      type: 'choice',
      label: 'audit.entity',
      values: auditEntityNames,
      labels: 'auditEntities',
      operators: ['is'],
    },
    operation: {
      type: 'choice',
      label: 'audit.operation',
      values: keysOf(auditOperations),
      labels: 'auditOperationLabels',
      operators: ['is'],
    },
    user: { type: 'reference', label: 'audit.user', operators: ['is'] },
    at: { type: 'instant', label: 'audit.when' },
    name: { type: 'text', label: 'audit.name', operators: ['is'] },
    number: { type: 'number', label: 'audit.number', operators: ['is'] },
  },
  search: 'audit.search',
})

/** Returns keys of a group of texts; every such group has at least one. */
function keysOf<T extends object>(texts: T): [keyof T & string, ...(keyof T & string)[]] {
  return Object.keys(texts) as [keyof T & string, ...(keyof T & string)[]]
}
