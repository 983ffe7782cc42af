import type { Database } from '../platform/db/database.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** What operations work with: made once, the same for every surface. */
export interface OperationContext {
  readonly db: Database
  readonly runtime: Runtime
  readonly clock: () => Date
}
