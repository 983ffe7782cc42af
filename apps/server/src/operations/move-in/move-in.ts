import { type MoveInStep, moveInSteps } from '@millrace/contract'
import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { createIds } from './ids.ts'
import { leaveBehind } from './leave-behind.ts'
import { createLedger } from './ledger.ts'
import { moveAttachments } from './move-attachments.ts'
import { moveComments } from './move-comments.ts'
import { moveDecisions } from './move-decisions.ts'
import { moveDeployments } from './move-deployments.ts'
import { moveHierarchies } from './move-hierarchies.ts'
import { moveHistory } from './move-history.ts'
import { moveOperations } from './move-operations.ts'
import { movePeople } from './move-people.ts'
import { moveTasks } from './move-tasks.ts'
import type { Moving, Position } from './moving.ts'
import { refuseOtherNumbers } from './refuse-other-numbers.ts'
import { Report } from './report.ts'
import type { Source } from './source/open-source.ts'

const steps: Readonly<Record<MoveInStep, (moving: Moving) => Promise<void>>> = {
  people: movePeople,
  deployments: moveDeployments,
  instances: moveHierarchies,
  tasks: moveTasks,
  history: moveHistory,
  decisions: moveDecisions,
  comments: moveComments,
  attachments: moveAttachments,
  operations: moveOperations,
  rest: leaveBehind,
}

export interface MoveIn {
  readonly source: Source
  readonly isDryRun: boolean
  readonly since: string | null
  /** Keys of processes; null for all. */
  readonly definitions: readonly string[] | null
  /** Ids of tenants; null for all. */
  readonly tenants: readonly string[] | null
  /** When the move began, ISO 8601; earlier than now for one that was interrupted. */
  readonly startedAt: string
  /** The state of a move that was interrupted. */
  readonly interrupted?: { readonly position: Position; readonly report: Report }
  readonly isStopped: () => boolean
  /** Keeps how far the move is, with the report up to there. */
  readonly reached: (position: Position, report: Report) => Promise<void>
}

/**
 * Moves the data of a database of Camunda 7 or Flowable to this workplace, except for rows that were moved before. The caller checks
 * rights, and closes the source.
 *
 * @throws StartFailure before anything is moved, when both this source and an earlier source have numbers as ids.
 */
export async function moveIn(
  runtime: Runtime,
  actor: Actor,
  { source, isDryRun, since, definitions, tenants, startedAt, interrupted, isStopped, reached }: MoveIn,
): Promise<Report> {
  await refuseOtherNumbers({ runtime, actor, source, isDryRun })
  const report = interrupted?.report ?? new Report()
  const shared = {
    runtime,
    actor,
    source,
    ids: createIds(source.installation),
    ledger: createLedger(runtime, actor, { source: source.installation, startedAt }),
    report,
    isDryRun,
    unmoved: new Map(),
    since,
    keys: definitions === null ? null : new Set(definitions),
    tenants: tenants === null ? null : new Set(tenants),
    isStopped,
  }
  const first = interrupted === undefined ? 0 : moveInSteps.indexOf(interrupted.position.step)
  for (const [index, step] of moveInSteps.entries()) {
    if (index < first) continue
    if (isStopped()) break
    const from = index === first && interrupted !== undefined ? interrupted.position : { after: '', done: 0 }
    await steps[step]({ ...shared, from, reached: (position) => reached({ step, ...position }, report) })
    const next = moveInSteps[index + 1]
    if (next !== undefined && !isStopped()) await reached({ step: next, after: '', done: 0, total: null }, report)
  }
  return report
}
