import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { loadRecord } from '../records/load-record.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import { discardStatement } from './auto-save.ts'
import type { DesignKind, DesignRef, DesignRow, DesignText } from './design-kind.ts'
import { findDesignVersion } from './design-versions.ts'
import { refuseOthers } from './refuse-others.ts'
import { updateStatement, versionStatement } from './write-design.ts'

export interface VersionSave {
  readonly text: string
  /** The version that it was begun with; undefined: the last one. */
  readonly version: number | undefined
  /** Of the lock that the designer has; undefined without one. */
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
 * Saves a text as the next version of a design, and forgets the user's auto-save. Name and details of the design are
 * those in the text from then on. Refuses what cannot be read, `design.locked` and `design.changed`: nothing is saved then.
 */
export async function saveVersion<Row extends DesignRow, Design extends DesignText>(
  { db, clock, runtime }: OperationContext,
  request: Request,
  kind: DesignKind<Row, Design>,
  { ref, save }: { readonly ref: DesignRef; readonly save: VersionSave },
): Promise<VersionSaved<Design> | Refusal> {
  const { user } = request
  const record = kind.recordOf(ref)
  const refusal = record.refuse(user)
  if (refusal !== null) return refusal
  // Before the work of reading, and once more when it is done: somebody else may have opened it meanwhile.
  const early = await db.read(request, (tx) => findSavable(tx, user, kind, { ref, save, lock: false }))
  if (early instanceof Refusal) return early
  const design = await kind.read(runtime, request, { text: save.text, key: kind.keyOf(early) })
  if (design instanceof Refusal) return design
  return withFreeNames(record, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const row = await findSavable(tx, user, kind, { ref, save, lock: true })
      if (row instanceof Refusal) return row
      const savedAt = clock()
      const { note, restoredFrom } = save
      await tx.commit(savedStatements(user, kind, { row, design, note, restoredFrom, savedAt }))
      return { version: row.version + 1, savedAt, design }
    }),
  )
}

interface Saved<Row, Design> extends Pick<VersionSave, 'note' | 'restoredFrom'> {
  /** Locked. */
  readonly row: Row
  readonly design: Design
  readonly savedAt: Date
}

/** Writes the next version of a design, and what its text says about name and details. */
export function savedStatements<Row extends DesignRow, Design extends DesignText>(
  user: Person,
  { tables, nameOf, columnsOf, details }: DesignKind<Row, Design>,
  { row, design, note, restoredFrom, savedAt }: Saved<Row, Design>,
): Statement[] {
  const { id } = row
  const version = row.version + 1
  const said = { ...row, ...columnsOf(design), name: nameOf(design) ?? row.name }
  // A user who has the details open has to notice that the text has changed them.
  const isOther = said.name !== row.name || details.some((column) => said[column] !== row[column])
  const next = { ...said, revision: row.revision + (isOther ? 1 : 0), version }
  return [
    versionStatement(user, tables, { id, version, design, note, restoredFrom, savedAt }),
    updateStatement(user, tables, { row: next, at: savedAt }),
    discardStatement({ workplaceId: user.workplaceId, designId: id, userId: user.id }),
  ]
}

/** Finds the design, if the user can save it now. */
async function findSavable<Row extends DesignRow, Design extends DesignText>(
  tx: Tx,
  user: Person,
  { tables, recordOf }: DesignKind<Row, Design>,
  { ref, save, lock }: { readonly ref: DesignRef; readonly save: VersionSave; readonly lock: boolean },
): Promise<Row | Refusal> {
  const row = await loadRecord(tx, user, recordOf(ref), ref, { lock })
  if (row instanceof Refusal) return row
  return (await refuseOthers(tx, user, { tables, design: row, save })) ?? row
}

export interface VersionRestoring {
  readonly ref: DesignRef
  /** Whose text is saved again. */
  readonly version: number
  /** The version that the user has seen as the last one. */
  readonly current: number
  readonly token: string | undefined
}

/** Saves the text of an earlier version as the next one. It is read again: what reads it may be newer. */
export async function restoreSaved<Row extends DesignRow, Design extends DesignText>(
  context: OperationContext,
  request: Request,
  kind: DesignKind<Row, Design>,
  { ref, version, current, token }: VersionRestoring,
): Promise<VersionSaved<Design> | Refusal> {
  const record = kind.recordOf(ref)
  const refusal = record.refuse(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  const text = await context.db.read(request, async (tx) => {
    const row = await record.find(tx, workplaceId, ref)
    if (row === null) return noSuch(record)
    return (
      (await findDesignVersion(tx, workplaceId, { tables: kind.tables, id: row.id, version })) ??
      noSuchVersion(row, version)
    )
  })
  if (text instanceof Refusal) return text
  return saveVersion(context, request, kind, {
    ref,
    save: { text, version: current, token, note: null, restoredFrom: version },
  })
}

/** Refuses with `thing.not-found`: the design has no version of this number. */
export function noSuchVersion({ name }: Pick<DesignRow, 'name'>, version: number): Refusal {
  return refuse('thing.not-found', `Expected a version ${version} of “${name}”, but there is none.`)
}
