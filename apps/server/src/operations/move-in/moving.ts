import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Ids } from './ids.ts'
import type { Ledger } from './ledger.ts'
import type { Report } from './report.ts'
import type { Source } from './source/open-source.ts'

/** The context that all steps of a move share: source, target and counts. */
export interface Moving {
  readonly runtime: Runtime
  readonly actor: Actor
  readonly source: Source
  readonly ids: Ids
  readonly ledger: Ledger
  readonly report: Report
  readonly isDryRun: boolean
  /** Keys of processes to move; null for all. */
  readonly keys: ReadonlySet<string> | null
  /** History that ended before is left out, ISO 8601; null for all. */
  readonly since: string | null
  /** Whether somebody asked to stop. The current item is still moved. */
  readonly isStopped: () => boolean
  readonly progress: (line: string) => void
}
