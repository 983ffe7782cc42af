import type { BudgetValues } from '@millrace/contract'
import type { Database } from '../platform/db/database.ts'
import type { DirectoryClient } from '../platform/directory/directory-client.ts'
import type { FileStores } from '../platform/files/file-store.ts'
import type { DatabaseClient } from '../platform/outgoing/database-client.ts'
import type { FolderClient } from '../platform/outgoing/folder-client.ts'
import type { OutgoingClient } from '../platform/outgoing/http-client.ts'
import type { Scanner } from '../platform/scanner/scanner.ts'
import type { Threads } from '../platform/threads/create-threads.ts'
import type { DefinitionCache } from './definitions/definition-cache.ts'
import type { Changes } from './execute/changes.ts'
import type { HeavyRuns } from './execute/heavy-runs.ts'
import type { StateCache } from './execute/state-cache.ts'
import type { HistoryLevels } from './history/levels.ts'
import type { LocalWorkerSlot } from './local-worker.ts'
import type { LookUps } from './look-ups/look-ups.ts'
import type { IdSource } from './new-id.ts'

/** The context of commands: database, clock, budgets and more. Created once in `app.ts`. */
export interface Runtime {
  readonly db: Database
  readonly definitions: DefinitionCache
  readonly states: StateCache
  readonly historyLevels: HistoryLevels
  readonly heavyRuns: HeavyRuns
  /** The time, from outside so that tests can set it. */
  readonly clock: () => Date
  /** IANA time zone for times without offset and for adding days. */
  readonly zone: string
  readonly newId: IdSource
  /** The worker threads for runs that would block other calls. */
  readonly threads: Threads
  /** The stores for the contents of files. */
  readonly files: FileStores
  /** The way to external systems. */
  readonly lookUps: LookUps
  /** The way to other hosts. */
  readonly outgoing: OutgoingClient
  /** The way to files of this machine. */
  readonly folders: FolderClient
  /** Scans the contents of listeners for viruses; null: they are not scanned. */
  readonly scanner: Scanner | null
  /** The way to databases that move in. */
  readonly databases: Pick<DatabaseClient, 'read'>
  /** The client for directories with users. */
  readonly directories: DirectoryClient
  /** The secret of the installation, with which secrets are encrypted in the database. */
  readonly secret: string
  readonly budgets: BudgetValues
  /** Whether the process runs jobs. No user waits for them, so they may take longer than calls. */
  readonly isForJobs: boolean
  /** The worker of this process. */
  readonly localWorker: LocalWorkerSlot
  /** Notifies workers, of this process and others, that a job is due now or soon. */
  readonly announceJobs: () => void
  /** Notifies viewers in this process and others of the changes of a commit. Null in a process that notifies nobody. */
  readonly announceChanges: ((changes: Changes) => void) | null
}

/** Milliseconds between two searches of workers for jobs that were not announced. */
export const workersLookEveryMs = 5000
