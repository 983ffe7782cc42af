import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse as refuseWith } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from './find-record.ts'
import type { DisabledColumns, RecordKind, RecordRow } from './record-kind.ts'
import { updateRecord } from './write-record.ts'

interface Restoring<Row, Ref> {
  readonly ref: Ref
  /** Asked before the record is locked: locks the records that it needs, as everybody does who locks several. */
  readonly prepare?: (tx: Tx) => Promise<Refusal | null>
  /** Asked with the record locked: what else would have to be so. */
  readonly refuse?: (tx: Tx, row: Row) => Promise<Refusal | null>
  /** Asked when it is written: why it cannot stay so. */
  readonly after?: (tx: Tx, row: Row) => Promise<Refusal | null>
}

/** Restores a disabled record. Refuses with `thing.exists` where it is in use. @returns null on success. */
export async function restore<Row extends RecordRow & DisabledColumns, Ref>(
  { db }: OperationContext,
  request: Request,
  kind: RecordKind<Row, Ref>,
  { ref, prepare, refuse, after }: Restoring<Row, Ref>,
): Promise<Refusal | null> {
  const refusal = kind.refuse(request.user, ref)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    const early = (await prepare?.(tx)) ?? null
    if (early !== null) return early
    const row = await kind.find(tx, request.workplaceId, ref, { lock: true })
    if (row === null) return noSuch(kind)
    if (row.disabled_at === null)
      return refuseWith(
        'thing.exists',
        `Expected ${kind.one} that is disabled, but “${row.name}” is not disabled.`,
        [],
        kind.kind,
      )
    const refused = (await refuse?.(tx, row)) ?? null
    if (refused !== null) return refused
    await updateRecord(tx, kind.table as 'application', row, {
      disabled_at: null,
      disabled_by: null,
      disabled_reason: null,
      revision: row.revision + 1,
    })
    return (await after?.(tx, row)) ?? null
  })
}
