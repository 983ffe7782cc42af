import { connectionSettings } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { connectionIn } from '../../runtime/look-ups/environment.ts'
import type { ReadTables } from '../../runtime/look-ups/tables/read-tables.ts'
import type { TableQuery } from '../../runtime/look-ups/tables/table-statements.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import type { StoredConnection } from './external.ts'
import { externalRecords } from './external-kinds.ts'
import { refuseIntegrator } from './policy.ts'

export interface TableList extends ReadTables {
  /** The error as a sentence; null when the database has answered. */
  readonly fault: string | null
}

/**
 * Lists a page of the tables of the database of an API, outside of any transaction. The database of the environment of the
 * workplace is asked, because statements are carried out there.
 */
export async function listTables(
  { db, runtime }: OperationContext,
  request: Request,
  { id, ...query }: TableQuery & { readonly id: string },
): Promise<TableList | Refusal> {
  const refusal = refuseIntegrator(request.user)
  if (refusal !== null) return refusal
  const { workplaceId } = request
  const [row] = isUuid(id)
    ? await db.read(request, (tx) =>
        runSql<StoredConnection & { is_off: boolean }>(
          tx,
          sql`select c.*, p.disabled_at is not null or c.disabled_at is not null as is_off from external_api p
            join external_connection c on c.workplace_id = p.workplace_id and c.id = ${connectionIn(workplaceId)}
            where p.workplace_id = ${workplaceId} and p.id = ${id}`,
        ),
      )
    : []
  if (row === undefined) return noSuch(externalRecords.api)
  if (row.is_off)
    return refuse('thing.disabled', 'Expected an enabled connection and API, but one is disabled. Restore it first.')
  const connection = connectionSettings.parse(row.settings)
  if (connection.kind !== 'database')
    return refuse('external.invalid', 'Expected an API with a database, but it has another connection.')
  try {
    const { id: connectionId, revision: connectionRevision, sealed, other_secrets: otherSealed } = row
    const reached = { workplaceId, connectionId, connectionRevision, connection, sealed, otherSealed }
    return { ...(await runtime.lookUps.listTables(reached, query)), fault: null }
  } catch (error) {
    if (error instanceof OutgoingFailure) return { tables: [], isMore: false, fault: error.message }
    throw error
  }
}
