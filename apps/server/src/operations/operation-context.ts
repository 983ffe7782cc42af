import type { Database } from '../platform/db/database.ts'
import type { Scanner } from '../platform/scanner/scanner.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** The dependencies of operations, such as database, clock and runtime. Created once and shared by all surfaces. */
export interface OperationContext {
  readonly db: Database
  readonly runtime: Runtime
  readonly clock: () => Date
}

/** The context of operations that store files. */
export interface FileContext extends OperationContext {
  /** Scans uploads for viruses; null: files are stored without a scan. */
  readonly scanner: Scanner | null
}
