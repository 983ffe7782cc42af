import type { Insertable } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { OperationContext } from '../operation-context.ts'
import type { RecordKind, RecordTable } from './record-kind.ts'
import { withFreeNames } from './with-free-names.ts'
import { createdBy } from './write-record.ts'

type Own = 'workplace_id' | 'id' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by'

/** The columns of a new record, without those that every record has. */
export type NewColumns<Table extends RecordTable> = Omit<Insertable<DB[Table]>, Own>

/**
 * Creates a record.
 *
 * @param columns returns the values of the columns in the transaction, or a refusal.
 * @returns its id.
 */
export async function create<Table extends RecordTable>(
  context: OperationContext,
  request: Request,
  kind: Pick<RecordKind<never, never, Table>, 'kind' | 'table' | 'taken' | 'refuse'>,
  columns: (tx: Tx) => NewColumns<Table> | Refusal | Promise<NewColumns<Table> | Refusal>,
): Promise<string | Refusal> {
  const refusal = kind.refuse(request.user, null)
  if (refusal !== null) return refusal
  return withFreeNames(kind, () =>
    context.db.withTransaction(actorOf(request), async (tx) => {
      const given = await columns(tx)
      if (given instanceof Refusal) return given
      const row = { ...createdBy(context, request), ...given }
      // The builder cannot type a table that is one of several; the columns are typed by the parameter.
      await tx.query(
        kysely.insertInto(kind.table as 'application').values(row as unknown as Insertable<DB['application']>),
      )
      return row.id
    }),
  )
}
