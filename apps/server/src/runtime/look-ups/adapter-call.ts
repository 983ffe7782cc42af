import type { BudgetValues, ExternalCallOrigin } from '@millrace/contract'
import type { Database } from '../../platform/db/database.ts'
import type { DatabaseClient } from '../../platform/outgoing/database-client.ts'
import type { FolderClient } from '../../platform/outgoing/folder-client.ts'
import type { OutgoingClient } from '../../platform/outgoing/http-client.ts'
import type { SftpClient } from '../../platform/outgoing/sftp-client.ts'
import type { LoggedCall } from './log/call-log.ts'
import type { Parameters } from './rest-request.ts'

/** What calls of external systems are made with. */
export interface OutsideOptions {
  readonly outgoing: OutgoingClient
  readonly databases: DatabaseClient
  readonly folders: FolderClient
  readonly sftp: SftpClient
  readonly db: Database
  readonly clock: () => Date
  /** That of the server, with which secrets of connections are closed. */
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
  /** The same for every try of one call. Null: a look-up, which has none. */
  readonly idempotencyKey: string | null
  /** What is secret in the parameters: it is hidden wherever it is shown. */
  readonly secrets: readonly string[]
  readonly origin: ExternalCallOrigin
  /** Of a replay: the call that is repeated, and who repeats it. */
  readonly replay?: LoggedCall['replay']
}
