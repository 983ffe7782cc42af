import type { Statement } from '../platform/db/batch.ts'
import type { Database, Tx } from '../platform/db/database.ts'
import type { Refusal } from '../platform/errors/refusal.ts'
import type { Scanner } from '../platform/scanner/scanner.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** What operations work with: made once, the same for every surface. */
export interface OperationContext {
  /** What belongs to the same commit as a command: that a job has done it. */
  readonly alongside?: readonly Statement[]
  /**
   * Asked in the transaction of a command, with the thing locked, before anything happens: for what the rows of the engine
   * do not say. Where it refuses, nothing is done.
   */
  readonly before?: (tx: Tx) => Promise<Refusal | null>
  readonly db: Database
  readonly runtime: Runtime
  readonly clock: () => Date
}

/** What operations work with that store files. */
export interface FileContext extends OperationContext {
  /** Looks for viruses; null: what comes is stored as it is. */
  readonly scanner: Scanner | null
}
