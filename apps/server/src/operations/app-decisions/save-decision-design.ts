import type { User } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import { discardStatement } from '../designs/auto-save.ts'
import { decisionDesigns } from '../designs/design-kind.ts'
import { refuseOthers } from '../designs/refuse-others.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { type AppDecisionRef, type AppDecisionRow, decisionRecord } from './app-decision.ts'
import { versionStatement } from './decision-versions.ts'
import { type ReadDecisionFile, readDecisionFile, toDecisionName } from './design-file.ts'
import { refuseDecisionDesigner } from './policy.ts'

export interface DecisionDesignSave {
  /** A DMN file, with its samples. */
  readonly xml: string
  /** The version that it was begun with; undefined: the one that there is. */
  readonly version: number | undefined
  /** Of the lock that the designer has; undefined without one. */
  readonly token: string | undefined
  readonly note: string | null
  /** The version whose design it is; null for a new one. */
  readonly restoredFrom: number | null
}

export interface DecisionDesignSaved {
  readonly version: number
  readonly savedAt: Date
  /** As a deployment would find them. */
  readonly problems: readonly FileProblem[]
}

/**
 * Saves the design of a decision as its next version, finished or not, and forgets what the user had saved by itself. The
 * decision is called as its design says. Refused when there is no decision in it, when somebody else is at it, and when
 * somebody has saved since it was opened: nothing is kept of it then.
 */
export async function saveDecisionDesign(
  { db, clock, runtime }: OperationContext,
  user: User,
  { ref, save }: { readonly ref: AppDecisionRef; readonly save: DecisionDesignSave },
): Promise<DecisionDesignSaved | Refusal> {
  const refusal = refuseDecisionDesigner(user)
  if (refusal !== null) return refusal
  // Before the work of reading, and once more when it is done: others may be at it meanwhile.
  const early = await db.read(user, (tx) => findSavable(tx, user, { ref, save, lock: false }))
  if (early instanceof Refusal) return early
  const design = await readDecisionFile(runtime, user, { xml: save.xml, key: early.decision_key })
  if (design instanceof Refusal) return design
  return withFreeNames(decisionRecord, () =>
    db.withTransaction(actorOf(user), async (tx) => {
      const row = await findSavable(tx, user, { ref, save, lock: true })
      if (row instanceof Refusal) return row
      const savedAt = clock()
      const { note, restoredFrom } = save
      await tx.batch(designedStatements(user, { row, design, note, restoredFrom, savedAt }))
      return { version: row.version + 1, savedAt, problems: design.problems }
    }),
  )
}

interface SavedDesign extends Pick<DecisionDesignSave, 'note' | 'restoredFrom'> {
  readonly row: AppDecisionRow
  readonly design: ReadDecisionFile
  readonly savedAt: Date
}

/** The next version of a decision, which is called as its design says from then on. */
export function designedStatements(
  user: User,
  { row, design: { xml, decision }, note, restoredFrom, savedAt }: SavedDesign,
): Statement[] {
  const { workplaceId, username } = user
  const version = row.version + 1
  return [
    versionStatement(user, { decisionId: row.id, version, xml, note, restoredFrom, savedAt }),
    {
      name: 'app_decision_designed',
      text: `update app_decision set name = $3, decision_key = $4, decision_keys = $5, revision = revision + $6::int,
        version = $7, updated_at = $8, updated_by = $9 where workplace_id = $1 and id = $2`,
      values: [
        workplaceId,
        row.id,
        decision.name === null ? row.name : toDecisionName(decision),
        decision.key,
        decision.keys,
        isOther(row, decision) ? 1 : 0,
        version,
        savedAt.toISOString(),
        username,
      ],
    },
    discardStatement({ workplaceId, designId: row.id, userId: user.id }),
  ]
}

/** The decision, when its design can be saved by that user now. */
async function findSavable(
  tx: Tx,
  user: User,
  { ref, save, lock }: { readonly ref: AppDecisionRef; readonly save: DecisionDesignSave; readonly lock: boolean },
): Promise<AppDecisionRow | Refusal> {
  const decision = await loadRecord(tx, user, decisionRecord, ref, { lock })
  if (decision instanceof Refusal) return decision
  return (await refuseOthers(tx, user, { kind: decisionDesigns, design: decision, save })) ?? decision
}

/** Whoever has the details open has to see that the design has changed them. */
function isOther(row: AppDecisionRow, decision: { readonly key: string; readonly name: string | null }): boolean {
  return (decision.name !== null && toDecisionName(decision) !== row.name) || decision.key !== row.decision_key
}
