import type { Database } from '../platform/db/database.ts'
import type { Scanner } from '../platform/scanner/scanner.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** What operations work with: made once, the same for every surface. */
export interface OperationContext {
  readonly db: Database
  readonly runtime: Runtime
  readonly clock: () => Date
}

/** What operations work with that store files. */
export interface FileContext extends OperationContext {
  /** Looks for viruses; null: what comes is stored as it is. */
  readonly scanner: Scanner | null
}
