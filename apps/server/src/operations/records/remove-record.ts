import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import { loadRecord } from './load-record.ts'
import type { RecordKind, RecordRow } from './record-kind.ts'

/** Deletes a record. @returns null on success. */
export async function remove<Row extends RecordRow, Ref>(
  { db }: OperationContext,
  request: Request,
  kind: RecordKind<Row, Ref>,
  ref: Ref,
  refuse?: (tx: Tx, row: Row) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  const refusal = kind.refuse(request.user, ref)
  if (refusal !== null) return refusal
  return db.withTransaction(actorOf(request), async (tx) => {
    const row = await loadRecord(tx, request.user, kind, ref, { lock: true })
    if (row instanceof Refusal) return row
    const refused = (await refuse?.(tx, row)) ?? null
    if (refused !== null) return refused
    const { workplace_id, id } = row
    await tx.query(
      kysely
        .deleteFrom(kind.table as 'application')
        .where('workplace_id', '=', workplace_id)
        .where('id', '=', id),
    )
    return null
  })
}
