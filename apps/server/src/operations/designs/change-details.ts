import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from '../records/load-record.ts'
import { refuseChangedMeanwhile } from '../records/refuse-changed-meanwhile.ts'
import { withFreeNames } from '../records/with-free-names.ts'
import type { DesignKind, DesignRef, DesignRow, DesignText } from './design-kind.ts'
import { findDesignVersion } from './design-versions.ts'
import { refuseOthers } from './refuse-others.ts'
import { updateStatement, versionStatement } from './write-design.ts'

interface Change<Row, Text extends DesignText> {
  readonly ref: DesignRef
  /** The revision that the user has seen; undefined: any. */
  readonly revision: number | undefined
  /** Returns the text with the changed details; null when the text contains them already. */
  readonly rewrite: (row: Row, text: string) => Promise<Text | null | Refusal>
  /** In the transaction: the columns that are changed. Null: none is, where the text stays as it is. */
  readonly columns: (tx: Tx, text: Text | null) => Partial<Row> | null | Refusal | Promise<Partial<Row> | Refusal>
}

/**
 * Changes the details of a design. Details that the design's text also contains are written into the text as its next
 * version, so the change is refused while another user edits the design.
 *
 * @returns null on success.
 */
export async function changeDesign<Row extends DesignRow, Text extends DesignText = DesignText>(
  { db, clock }: OperationContext,
  request: Request,
  { record, tables }: Pick<DesignKind<Row>, 'record' | 'tables'>,
  { ref, revision, rewrite, columns }: Change<Row, Text>,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = record.refuse(user, ref)
  if (refusal !== null) return refusal
  const early = await db.read(request, async (tx) => {
    const row = await loadRecord(tx, user, record, ref)
    if (row instanceof Refusal) return row
    const { id, version } = row
    return { row, text: await findDesignVersion(tx, user.workplaceId, { tables, id, version }) }
  })
  if (early instanceof Refusal) return early
  const design = early.text === null ? null : await rewrite(early.row, early.text)
  if (design instanceof Refusal) return design
  return withFreeNames(record, () =>
    db.withTransaction(actorOf(request), async (tx) => {
      const row = await loadRecord(tx, user, record, ref, { lock: true })
      if (row instanceof Refusal) return row
      const changed = await refuseChangedMeanwhile(tx, row, revision)
      if (changed !== null) return changed
      const save = { token: undefined, version: early.row.version }
      const refused = design === null ? null : await refuseOthers(tx, user, { tables, design: row, save })
      if (refused !== null) return refused
      const given = await columns(tx, design)
      if (given === null || given instanceof Refusal) return given
      const at = clock()
      const version = row.version + (design === null ? 0 : 1)
      const next = { ...row, ...given, revision: row.revision + 1, version }
      const note = { note: 'Details changed', restoredFrom: null, savedAt: at }
      const versions = design === null ? [] : [versionStatement(user, tables, { id: row.id, version, design, ...note })]
      await tx.batch([updateStatement(user, tables, { row: next, at }), ...versions])
      return null
    }),
  )
}
