import type { DatabaseAnswer, DatabasePlace, DatabaseQuestion } from '../driver.ts'

/** A message to the process of a connection. */
export type ToProcess =
  /** `address`: the checked address. The name of the host is only for its certificate. `descriptor`: for the driver. */
  | { readonly kind: 'open'; readonly place: DatabasePlace; readonly address: string; readonly descriptor: string }
  /** `timeoutMs`: the milliseconds that are left. */
  | { readonly kind: 'ask'; readonly question: DatabaseQuestion }
  /** The answer to `starting`. */
  | { readonly kind: 'go' }

/** A message of the process of a connection. */
export type FromProcess =
  | { readonly kind: 'opened' }
  /** From now on, the change may be carried out. The process waits for `go` before it sends it. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'answered'; readonly answer: DatabaseAnswer }
  | ({ readonly kind: 'failed' } & OracleFault)

/** An error in the process of a connection. */
export interface OracleFault {
  /**
   * The sender of the error: the network, the encryption, the listener, the database, or the driver. `redirect`: the
   * driver tried to open another connection. `size`: the answer is too large. `type`: a column without a text form.
   */
  readonly from: 'network' | 'redirect' | 'listener' | 'database' | 'driver' | 'size' | 'type'
  /** The error code, such as ECONNREFUSED, ORA-00942 or NJS-500; for `type` the name of the column and its type. */
  readonly code: string
  /** The text of the database; otherwise empty. */
  readonly message: string
  /** Whether a change may have been carried out nevertheless. */
  readonly isStarted: boolean
}
