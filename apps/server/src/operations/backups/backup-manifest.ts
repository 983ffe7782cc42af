import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** The name of the file that makes a folder a backup: it is written last. */
export const manifestName = 'manifest.json'

/** The end of the name of a folder that is being written. */
export const unfinishedEnd = '.unfinished'

const part = z.object({
  /** Path of the file below the folder of the backup. */
  file: z.string(),
  /** Bytes and SHA-256 of the file as it is on the disk. */
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const content = z.object({
  /** The version of the program that wrote it. */
  program: z.string(),
  /** Migrations of the database, in their order. */
  migrations: z.array(z.object({ number: z.number(), name: z.string(), checksum: z.string() })),
  /** First days of the months that have partitions of their own. */
  months: z.array(z.iso.date()),
  tables: z.array(part.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
  /** Contents of files that are not in their rows. */
  objects: z.array(part.extend({ workplaceId: z.uuid(), id: z.uuid(), bytes: z.number().int() })),
  timeZone: z.string(),
  /** The key for secrets at rest; only in an encrypted backup. */
  secret: z.string().nullable(),
  keyFingerprint: z.string(),
})

export type BackupContent = z.output<typeof content>
export type BackupPart = z.output<typeof part>

export const manifestSchema = z.object({
  format: z.literal('millrace-backup'),
  version: z.literal(1),
  /** The moment of the database that the backup holds. */
  takenAt: z.iso.datetime({ offset: true }),
  /** The id of the default workplace, by which installations are distinguished, or `INSTALLATION/NAME` of another database. */
  installation: z.string(),
  /** The derivation of the key from the passphrase; null: the backup is not encrypted. */
  encryption: z.object({ kdf: z.literal('scrypt'), salt: z.string() }).nullable(),
  /** The content, or the content encrypted with the key, in base64. */
  content: z.union([content, z.string()]),
})

export const contentSchema = content

export type BackupManifest = z.output<typeof manifestSchema>

/** Returns a short text that differs for different keys and does not reveal them. */
export function fingerprintOf(secret: string): string {
  return createHmac('sha256', secret).update('millrace backup').digest('hex').slice(0, 16)
}
