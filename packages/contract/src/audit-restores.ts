import { z } from 'zod'
import { auditValues } from './audit-values.ts'

/** The kinds of entities that can be restored from the audit, by their names in it. */
export const restorableEntities = [
  'app-decision',
  'app-process',
  'application',
  'business-calendar',
  'category',
  'data-list',
  'directory',
  'email-template',
  'external-adapter',
  'external-api',
  'external-connection',
  'external-listener',
  'external-system',
  'filter',
  'form',
  'global-property',
  'group',
  'group-member',
  'hierarchy',
  'list-view',
  'own-role',
  'package-source',
  'role-description',
  'setting',
  'site-theme',
  'system-template',
  'tenant',
  'theme',
  'user',
  'user-profile',
  'user-property',
] as const

export type RestorableEntity = (typeof restorableEntities)[number]

/** The reasons for which a restore leaves a field as it is. */
export const auditKeptReasons = ['secret', 'long', 'missing', 'disabled', 'unknown'] as const

/** Consequences of a restore beside the fields of the entity. */
export const auditRestoreEffects = [
  'design',
  'rows',
  'members',
  'subgroups',
  'subcategories',
  'parts',
  'roleHolders',
  'givingGroups',
  'userRoles',
  'userGroups',
  'positions',
  'valueHolders',
  'themeUsers',
  'apis',
  'adapters',
] as const

export type AuditRestoreEffect = (typeof auditRestoreEffects)[number]

/** A field that a restore leaves as it is. */
const kept = z.object({
  /** A column of the entity. */
  column: z.string(),
  reason: z.enum(auditKeptReasons),
  /** The name of the object that is missing or disabled; null for the other reasons. */
  name: z.string().nullable(),
})

export type AuditKept = z.output<typeof kept>

/** The changes that the restore of an entity to a revision would make now. */
export const auditRestorePreview = z.object({
  /** The newest revision of the entity. The restore is refused when there is a newer one. */
  seen: z.number().int(),
  /** The current values of the columns that would change, with names in place of ids. */
  before: auditValues,
  after: auditValues,
  /** Whether the entity is disabled now and would be enabled. */
  isEnabled: z.boolean(),
  kept: z.array(kept),
  effects: z.array(z.object({ effect: z.enum(auditRestoreEffects), count: z.number().int() })),
})

export type AuditRestorePreview = z.output<typeof auditRestorePreview>
