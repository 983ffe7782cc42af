import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from './load-record.ts'
import type { DisabledColumns, RecordKind, RecordRow } from './record-kind.ts'
import { updateRecord } from './write-record.ts'

interface Disabling<Row, Ref> {
  readonly ref: Ref
  readonly reason: string
  /** Asked before the record is locked: locks the records that it needs, as everybody does who locks several. */
  readonly prepare?: (tx: Tx) => Promise<Refusal | null>
  /** Asked with the record locked: what else would have to be so. */
  readonly refuse?: (tx: Tx, row: Row) => Promise<Refusal | null>
  /** Asked when it is written: why it cannot stay so. */
  readonly after?: (tx: Tx, row: Row) => Promise<Refusal | null>
}

/** Disables a record, with a reason. It keeps its name and key. @returns null on success. */
export async function disable<Row extends RecordRow & DisabledColumns, Ref>(
  { db, clock }: OperationContext,
  request: Request,
  kind: RecordKind<Row, Ref>,
  { ref, reason, prepare, refuse, after }: Disabling<Row, Ref>,
): Promise<Refusal | null> {
  const { user } = request
  const refusal = kind.refuse(user, ref)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    const early = (await prepare?.(tx)) ?? null
    if (early !== null) return early
    const row = await loadRecord(tx, user, kind, ref, { lock: true })
    if (row instanceof Refusal) return row
    const refused = (await refuse?.(tx, row)) ?? null
    if (refused !== null) return refused
    await updateRecord(tx, kind.table as 'application', row, {
      disabled_at: clock(),
      disabled_by: user.username,
      disabled_reason: reason,
      revision: row.revision + 1,
    })
    return (await after?.(tx, row)) ?? null
  })
}
