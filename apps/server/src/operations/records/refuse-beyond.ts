import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

interface Limit {
  readonly table: 'directory' | 'package_source'
  readonly workplaceId: string
  /** The maximum number of records of a workplace. */
  readonly most: number
  /** Whether disabled records do not count: then restoring one is refused, too. */
  readonly isInUse?: true
  /** The sentence of the refusal. */
  readonly message: string
}

/**
 * Refuses with `budget.exceeded` when a workplace has as many records of a kind as it can have. Of two calls at the same
 * time, the second waits for the first, so that both together stay within the limit. Returns null where one more fits.
 */
export async function refuseBeyond(
  tx: Tx,
  { table, workplaceId, most, isInUse, message }: Limit,
): Promise<Refusal | null> {
  await runSql(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`millrace limit of ${table} ${workplaceId}`}, 0))`,
  )
  const [counted] = await runSql<{ count: number }>(
    tx,
    sql`select count(*)::int as count from ${sql.table(table)} where workplace_id = ${workplaceId} and ${isInUse ? sql`disabled_at is null` : sql`true`}`,
  )
  return (counted?.count ?? 0) < most ? null : refuse('budget.exceeded', message)
}
