import type { BudgetValues, ExternalCallOrigin } from '@millrace/contract'
import type { Database } from '../../platform/db/database.ts'
import type { Brokers } from '../../platform/outgoing/brokers.ts'
import type { DatabaseClient } from '../../platform/outgoing/database-client.ts'
import type { FolderClient } from '../../platform/outgoing/folder-client.ts'
import type { OutgoingClient } from '../../platform/outgoing/http-client.ts'
import type { Mailboxes } from '../../platform/outgoing/mailboxes.ts'
import type { RemoteFolders } from '../../platform/outgoing/remote-folders.ts'
import type { LoggedCall } from './log/call-log.ts'
import type { Parameters } from './parameters.ts'

/** The services that calls of external systems need: database, clock, HTTP client, secrets. */
export interface OutsideOptions {
  readonly outgoing: OutgoingClient
  readonly databases: DatabaseClient
  readonly folders: FolderClient
  readonly remoteFolders: RemoteFolders
  readonly mailboxes: Mailboxes
  readonly brokers: Brokers
  readonly db: Database
  /** The database for the log of calls, where a workplace can move to another one; else `db`. */
  readonly logDb?: Database
  readonly clock: () => Date
  /** The secret of the installation, with which secrets of connections are encrypted. */
  readonly secret: string
  readonly budgets: BudgetValues
  /** Reads the first rows of a workbook, in a thread. @throws OutgoingFailure where it is none. */
  readonly readBook: (
    workplaceId: string,
    bytes: Uint8Array,
    maxRows: number,
  ) => Promise<readonly (readonly string[])[]>
}

/** One call of an adapter. */
export interface AdapterCall {
  readonly parameters: Parameters
  /** The idempotency key, the same for each attempt of one call. Null for a look-up. */
  readonly idempotencyKey: string | null
  /** The secret values of the parameters, which are hidden wherever they would be shown. */
  readonly secrets: readonly string[]
  /** Values of restricted variables: the log of calls has none, and the answer keeps them. */
  readonly restricted?: readonly string[]
  readonly origin: ExternalCallOrigin
  /** For a replay: the call that is repeated, and who repeats it. */
  readonly replay?: LoggedCall['replay']
}
