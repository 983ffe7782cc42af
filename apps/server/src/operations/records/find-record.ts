import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import type { FindOptions, RecordKind, RecordRow, RecordTable } from './record-kind.ts'

/** Creates the `find` function of a kind of record, which finds a record by its id in the table of the kind. */
export function findById<Row extends RecordRow>(table: RecordTable): RecordKind<Row>['find'] {
  return async (tx: Tx, workplaceId: string, id: string, { lock = false }: FindOptions = {}) => {
    if (!isUuid(id)) return null
    const [row] = await runSql<Row>(
      tx,
      sql`select * from ${sql.table(table)} where workplace_id = ${workplaceId} and id = ${id} ${lock ? sql`for update` : sql``}`,
    )
    return row ?? null
  }
}

/** Refuses with `thing.not-found`: no record of this kind has the id. */
export function noSuch({ kind, one, owner }: Pick<RecordKind<never>, 'kind' | 'one' | 'owner'>): Refusal {
  return refuse('thing.not-found', `Expected ${one} of this ${owner}, but there is none with this id.`, [], kind)
}
