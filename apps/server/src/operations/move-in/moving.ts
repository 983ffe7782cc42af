import type { MoveInStep } from '@millrace/contract'
import type { Definition } from '@millrace/engine'
import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Ids } from './ids.ts'
import type { Ledger } from './ledger.ts'
import type { Report } from './report.ts'
import type { Source } from './source/open-source.ts'

/** The progress of a step of a move. */
export interface StepPosition {
  /** The id of the last row that was processed; empty at the start of the step. */
  readonly after: string
  /** Items processed. */
  readonly done: number
}

/** The progress of a move. */
export interface Position extends StepPosition {
  readonly step: MoveInStep
  /** All items of the step; null: unknown. */
  readonly total: number | null
}

/** The context that all steps of a move share: source, target and counts. */
export interface Moving {
  readonly runtime: Runtime
  readonly actor: Actor
  readonly source: Source
  readonly ids: Ids
  readonly ledger: Ledger
  readonly report: Report
  readonly isDryRun: boolean
  /** Definitions of the source that a dry run has read; null for those with errors. */
  readonly unmoved: Map<string, Definition | null>
  /** Keys of processes to move; null for all. */
  readonly keys: ReadonlySet<string> | null
  /** Ids of tenants to move, with what belongs to no tenant; null for all. */
  readonly tenants: ReadonlySet<string> | null
  /** History that ended before is left out, ISO 8601; null for all. */
  readonly since: string | null
  /** The position at which this step starts: an interrupted move continues after its last reported position. */
  readonly from: StepPosition
  /** Called after each portion, when the report covers exactly the rows up to this position. */
  readonly reached: (position: StepPosition & { readonly total: number | null }) => Promise<void>
  /** Whether somebody asked to stop. The current item is still moved. */
  readonly isStopped: () => boolean
}
