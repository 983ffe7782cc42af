import type { Updateable } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from './load-record.ts'
import type { RecordKind, RecordRow, RecordTable } from './record-kind.ts'
import { refuseChangedMeanwhile } from './refuse-changed-meanwhile.ts'
import { withFreeNames } from './with-free-names.ts'
import { changedBy, updateRecord } from './write-record.ts'

interface Change<Row, Ref, Table extends RecordTable> {
  readonly ref: Ref
  /** The revision that the user has seen; undefined: any. */
  readonly revision: number | undefined
  /** Asked before the record is locked: locks the records that it needs, as everybody does who locks several. */
  readonly prepare?: (tx: Tx) => Promise<Refusal | null>
  /** Returns the columns to write, or a refusal. The record is locked. */
  readonly columns: (tx: Tx, row: Row) => Updateable<DB[Table]> | Refusal | Promise<Updateable<DB[Table]> | Refusal>
}

/**
 * Changes a record. Refuses with `thing.changed` where somebody else has changed it since the user read it.
 *
 * @returns null on success.
 */
export async function change<Row extends RecordRow, Ref, Table extends RecordTable>(
  context: OperationContext,
  request: Request,
  kind: RecordKind<Row, Ref, Table>,
  { ref, revision, prepare, columns }: Change<Row, Ref, Table>,
): Promise<Refusal | null> {
  const refusal = kind.refuse(request.user, ref)
  if (refusal !== null) return refusal
  return withFreeNames(kind, () =>
    context.db.withTransaction(actorOf(request), async (tx) => {
      const early = (await prepare?.(tx)) ?? null
      if (early !== null) return early
      const row = await loadRecord(tx, request.user, kind, ref, { lock: true })
      if (row instanceof Refusal) return row
      const changed = await refuseChangedMeanwhile(tx, row, revision)
      if (changed !== null) return changed
      const given = await columns(tx, row)
      if (given instanceof Refusal) return given
      await updateRecord(tx, kind.table, row, { ...given, ...changedBy(context, request, row) } as Updateable<
        DB[Table]
      >)
      return null
    }),
  )
}
