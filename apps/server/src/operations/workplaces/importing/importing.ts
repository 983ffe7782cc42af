import type { Database } from '../../../platform/db/database.ts'
import type { FileStores } from '../../../platform/files/file-store.ts'
import type { ExportDigest } from '../export-seal.ts'
import type { PlatformAdministrator } from '../policy.ts'
import type { TarEntry } from '../read-tar.ts'
import type { VerifiedExport } from '../verify-export.ts'
import type { Homes } from '../workplace-home.ts'
import type { WorkplaceTable } from '../workplace-tables.ts'
import type { EntryRow } from './entry-row.ts'

/** The databases of an installation, with the stores of files. */
export interface ImportHomes extends Homes {
  /** Returns the stores of the files of workplaces in one database. */
  readonly storesOf: (db: Database) => FileStores
}

/** An import in progress. */
export interface Importing {
  readonly homes: ImportHomes
  readonly by: PlatformAdministrator
  /** The database in which the workplace is to live. */
  readonly home: Database
  /** The name of that database; null: the first one. */
  readonly database: string | null
  /** The tables of that database. */
  readonly tables: readonly WorkplaceTable[]
  readonly verified: VerifiedExport
  readonly row: EntryRow
  /** The files of the export that have not been read yet. */
  readonly entries: AsyncGenerator<TarEntry>
  /** The digest of the files that were read. */
  readonly digest: ExportDigest
}
