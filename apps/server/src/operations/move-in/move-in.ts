import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { createIds } from './ids.ts'
import { leaveBehind } from './leave-behind.ts'
import { createLedger } from './ledger.ts'
import { moveDeployments } from './move-deployments.ts'
import { moveHierarchies } from './move-hierarchies.ts'
import { moveHistory } from './move-history.ts'
import { moveNotes } from './move-notes.ts'
import { moveOperations } from './move-operations.ts'
import { movePeople } from './move-people.ts'
import { moveTasks } from './move-tasks.ts'
import type { Moving } from './moving.ts'
import { Report } from './report.ts'
import { openSource } from './source/open-source.ts'

/** In the order in which rows depend on each other. */
const steps: readonly ((moving: Moving) => Promise<void>)[] = [
  movePeople,
  moveDeployments,
  moveHierarchies,
  moveTasks,
  moveHistory,
  moveNotes,
  moveOperations,
  leaveBehind,
]

export interface MoveIn {
  /** Connection string of the source. */
  readonly source: string
  /** The time zone of the process that wrote the source. */
  readonly zone: string
  readonly isDryRun: boolean
  readonly since: string | null
  /** Keys of processes; null for all. */
  readonly definitions: readonly string[] | null
  readonly isStopped: () => boolean
  readonly progress: (line: string) => void
}

/** Moves the data of a Camunda 7 database to this workplace, except for rows that were moved before. */
export async function moveIn(
  runtime: Runtime,
  actor: Actor,
  { source: address, zone, isDryRun, since, definitions, isStopped, progress }: MoveIn,
): Promise<Report> {
  const source = await openSource(address, zone)
  const report = new Report()
  try {
    progress(`Source: ${source.product}, installation ${source.installation}`)
    const moving: Moving = {
      runtime,
      actor,
      source,
      ids: createIds(source.installation),
      ledger: createLedger(runtime, actor, source.installation),
      report,
      isDryRun,
      since,
      keys: definitions === null ? null : new Set(definitions),
      isStopped,
      progress,
    }
    for (const step of steps) if (!isStopped()) await step(moving)
    return report
  } finally {
    await source.close()
  }
}
