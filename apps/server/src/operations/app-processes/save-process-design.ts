import type { User } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { FileProblem } from '../../runtime/deploy/read-files.ts'
import { discardStatement } from '../designs/auto-save.ts'
import { processDesigns } from '../designs/design-kind.ts'
import { refuseOthers } from '../designs/refuse-others.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { type AppProcessRef, type AppProcessRow, processRecord } from './app-process.ts'
import { type ReadDesignFile, readDesignFile, toProcessName } from './design-file.ts'
import { refuseProcessDesigner } from './policy.ts'
import { versionStatement } from './process-versions.ts'

export interface ProcessDesignSave {
  /** A BPMN file. */
  readonly xml: string
  /** The version that it was begun with; undefined: the one that there is. */
  readonly version: number | undefined
  /** Of the lock that the designer has; undefined without one. */
  readonly token: string | undefined
  readonly note: string | null
  /** The version whose design it is; null for a new one. */
  readonly restoredFrom: number | null
}

export interface ProcessDesignSaved {
  readonly version: number
  readonly savedAt: Date
  /** As a deployment would find them. */
  readonly problems: readonly FileProblem[]
}

/**
 * Saves the design of a process as its next version, finished or not, and forgets what the user had saved by itself. The
 * process is called as its design says. Refused when there is no process in it, when somebody else is at it, and when
 * somebody has saved since it was opened: nothing is kept of it then.
 */
export async function saveProcessDesign(
  { db, clock, runtime }: OperationContext,
  user: User,
  { ref, save }: { readonly ref: AppProcessRef; readonly save: ProcessDesignSave },
): Promise<ProcessDesignSaved | Refusal> {
  const refusal = refuseProcessDesigner(user)
  if (refusal !== null) return refusal
  // Before the work of reading, and once more when it is done: others may be at it meanwhile.
  const early = await db.read(user, (tx) => findSavable(tx, user, { ref, save, lock: false }))
  if (early instanceof Refusal) return early
  const design = await readDesignFile(runtime, user, { xml: save.xml, key: early.process_key })
  if (design instanceof Refusal) return design
  return withFreeNames(processRecord, () =>
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

interface SavedDesign extends Pick<ProcessDesignSave, 'note' | 'restoredFrom'> {
  readonly row: AppProcessRow
  readonly design: ReadDesignFile
  readonly savedAt: Date
}

/** The next version of a process, which is called as its design says from then on. */
export function designedStatements(
  user: User,
  { row, design: { xml, process }, note, restoredFrom, savedAt }: SavedDesign,
): Statement[] {
  const { workplaceId, username } = user
  const version = row.version + 1
  return [
    versionStatement(user, { processId: row.id, version, xml, note, restoredFrom, savedAt }),
    {
      name: 'app_process_designed',
      text: `update app_process set name = $3, process_key = $4, documentation = $5, starter_users = $6, starter_groups = $7,
        revision = revision + $8::int, version = $9, updated_at = $10, updated_by = $11 where workplace_id = $1 and id = $2`,
      values: [
        workplaceId,
        row.id,
        process.name === null ? row.name : toProcessName(process),
        process.key,
        process.documentation,
        process.starterUsers,
        process.starterGroups,
        isOther(row, process) ? 1 : 0,
        version,
        savedAt.toISOString(),
        username,
      ],
    },
    discardStatement({ workplaceId, designId: row.id, userId: user.id }),
  ]
}

/** The process, when its design can be saved by that user now. */
async function findSavable(
  tx: Tx,
  user: User,
  { ref, save, lock }: { readonly ref: AppProcessRef; readonly save: ProcessDesignSave; readonly lock: boolean },
): Promise<AppProcessRow | Refusal> {
  const process = await loadRecord(tx, user, processRecord, ref, { lock })
  if (process instanceof Refusal) return process
  return (await refuseOthers(tx, user, { kind: processDesigns, design: process, save })) ?? process
}

/** Whoever has the details open has to see that the design has changed them. */
function isOther(
  row: AppProcessRow,
  process: {
    readonly key: string
    readonly name: string | null
    readonly documentation: string | null
    readonly starterUsers: string | null
    readonly starterGroups: string | null
  },
): boolean {
  return (
    (process.name !== null && toProcessName(process) !== row.name) ||
    process.key !== row.process_key ||
    process.documentation !== row.documentation ||
    process.starterUsers !== row.starter_users ||
    process.starterGroups !== row.starter_groups
  )
}
