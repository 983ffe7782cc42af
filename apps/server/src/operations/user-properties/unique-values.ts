import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

/**
 * Runs work that writes values. The unique index decides, so two users cannot take the same value at the same time.
 * Refuses with `user-property.value-taken`.
 *
 * @param fault the field of the body and its message, asked after the failure.
 */
export async function withUniqueValues<T>(
  work: () => Promise<T>,
  fault: () => { readonly where: string; readonly message: string },
): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.constraint !== 'user_property_value_unique') throw error
    const detail = fault()
    return refuse('user-property.value-taken', detail.message, [detail])
  }
}

/** Starts or stops requiring unique values of a property. */
export async function compareValues(
  tx: Tx,
  { workplace_id, id }: { readonly workplace_id: string; readonly id: string },
  isUnique: boolean,
): Promise<void> {
  await runSql(
    tx,
    sql`update user_property_value set unique_key = ${isUnique ? sql`lower(value)` : sql`null`}
      where workplace_id = ${workplace_id} and property_id = ${id}`,
  )
}
