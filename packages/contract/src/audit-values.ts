import { z } from 'zod'

/**
 * Values by column. Of an update only changed columns. A secret is `{ hidden: true }`; a file and a text above 64 kB is
 * `{ sha256, size }`, size in bytes.
 */
export const auditValues = z.record(z.string(), z.unknown())

export type AuditValues = z.output<typeof auditValues>
