import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import type { DesignKind, DesignRef, DesignRow, DesignText } from './design-kind.ts'
import { refuseOthers } from './refuse-others.ts'
import { savedStatements } from './saved-statements.ts'

export interface VersionSave {
  readonly text: string
  /** The version that it was started with; undefined: the last one. */
  readonly version: number | undefined
  /** The token of the lock that the designer has; undefined without one. */
  readonly token: string | undefined
  readonly note: string | null
  /** The version whose text it has again; null for a new text. */
  readonly restoredFrom: number | null
}

export interface VersionSaved<Design extends DesignText> {
  readonly version: number
  readonly savedAt: Date
  readonly design: Design
}

/**
 * Saves a text as the next version of a design, and deletes the user's auto save. Name and details of the design are
 * then those in the text. Refuses a text that cannot be read, and refuses with `design.locked` or `design.changed`;
 * nothing is saved then.
 */
export async function saveVersion<Row extends DesignRow, Design extends DesignText>(
  { db, clock, runtime }: OperationContext,
  request: Request,
  kind: DesignKind<Row, Design>,
  { ref, save }: { readonly ref: DesignRef; readonly save: VersionSave },
): Promise<VersionSaved<Design> | Refusal> {
  const record = kind.recordOf(ref)
  const refusal = record.refuse(request.user, ref)
  if (refusal !== null) return refusal
  // Before the work of reading, and once more when it is done: somebody else may have opened it meanwhile.
  const early = await db.read(request, (tx) => findSavable(tx, request, kind, { ref, save, lock: false }))
  if (early instanceof Refusal) return early
  const design = await kind.read(runtime, request, { text: save.text, key: kind.keyOf(early) })
  if (design instanceof Refusal) return design
  return withFreeNames(record, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const row = await findSavable(tx, request, kind, { ref, save, lock: true })
      if (row instanceof Refusal) return row
      const savedAt = clock()
      const { note, restoredFrom } = save
      await tx.commit(savedStatements(request.user, kind, { row, design, note, restoredFrom, savedAt }))
      return { version: row.version + 1, savedAt, design }
    }),
  )
}

/** Finds the design, if the user can save it now. */
async function findSavable<Row extends DesignRow, Design extends DesignText>(
  tx: Tx,
  request: Request,
  { tables, recordOf }: DesignKind<Row, Design>,
  { ref, save, lock }: { readonly ref: DesignRef; readonly save: VersionSave; readonly lock: boolean },
): Promise<Row | Refusal> {
  const row = await loadRecord(tx, request.user, recordOf(ref), ref, { lock })
  if (row instanceof Refusal) return row
  return (await refuseOthers(tx, request.user, { tables, design: row, save })) ?? row
}
