import type { Updateable } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import type { OperationContext } from '../operation-context.ts'
import type { RecordRow, RecordTable } from './record-kind.ts'

/** Returns the columns of a created record: creator, time, and a new id. */
export function createdBy({ clock, runtime }: Pick<OperationContext, 'clock' | 'runtime'>, { user }: Request) {
  const at = clock()
  const by = user.username
  return {
    workplace_id: user.workplaceId,
    id: runtime.newId(),
    created_at: at,
    created_by: by,
    updated_at: at,
    updated_by: by,
  }
}

/** Returns the columns of a changed record: user, time, and the next revision. */
export function changedBy({ clock }: Pick<OperationContext, 'clock'>, { user }: Request, { revision }: RecordRow) {
  return { revision: revision + 1, updated_at: clock(), updated_by: user.username }
}

/** Writes columns of one record. */
export async function updateRecord<Table extends RecordTable>(
  tx: Tx,
  table: Table,
  { workplace_id, id }: Pick<RecordRow, 'workplace_id' | 'id'>,
  values: Updateable<DB[Table]>,
): Promise<void> {
  // The builder cannot type a table that is one of several; the values are typed by the parameter.
  const update = kysely.updateTable(table as 'application').set(values as Updateable<DB['application']>)
  await tx.query(update.where('workplace_id', '=', workplace_id).where('id', '=', id))
}
