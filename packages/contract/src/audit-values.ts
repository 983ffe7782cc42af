import { z } from 'zod'

/**
 * Values by column. Of an update only changed columns. A secret is `{ hidden: true }`; a file and a text above 64 kB is
 * `{ sha256, size }`, size in bytes.
 */
export const auditValues = z.record(z.string(), z.unknown())

export type AuditValues = z.output<typeof auditValues>

/**
 * Columns that the database generates from other columns, for the orders and filters of lists, and the count of changes:
 * pages do not show them as fields. A test compares the list with the database.
 */
export const hiddenAuditColumns: readonly string[] = [
  'display_key',
  'email_key',
  'has_manager',
  'is_disabled',
  'is_ended',
  'is_used',
  'key_key',
  'last_login_key',
  'name_key',
  'names_key',
  'revision',
  'text_key',
  'username_key',
]
