import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'

/**
 * Returns the partitions of tables: of a table without partitions, the table itself. A statement about one month of
 * history takes a bounded time, while one about all of it takes longer every year, until it exceeds the time of a
 * statement.
 *
 * @param tables for a change, in the order in which the months of history are made (`millrace_make_history_partitions`):
 *   both lock them, and would wait for each other in different orders.
 * @param purpose for a change, the partitions stay as they are until the transaction ends: none is dropped, and no row is
 *   moved from one to another. A read takes no lock. It fails if maintenance drops an empty month at the same moment.
 */
export async function listParts(
  tx: Tx,
  tables: readonly string[],
  purpose: 'read' | 'change',
): Promise<(table: string) => readonly string[]> {
  const given = [...new Set(tables)]
  const partitioned = await runSql<{ name: string }>(
    tx,
    sql`select c.relname as name from pg_class c
      where c.relkind = 'p' and c.relnamespace = current_schema()::regnamespace and c.relname = any(${given}::text[])
      order by array_position(${given}::text[], c.relname::text)`,
  )
  if (purpose === 'change')
    for (const { name } of partitioned) await runSql(tx, sql`lock table ${sql.table(name)} in row exclusive mode`)
  const parts = await runSql<{ parent: string; name: string }>(
    tx,
    sql`select p.relname as parent, c.relname as name
      from pg_class p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
      where p.relnamespace = current_schema()::regnamespace and p.relname = any(${partitioned.map(({ name }) => name)}::text[])
      order by p.relname, c.relname`,
  )
  const byParent = Map.groupBy(parts, ({ parent }) => parent)
  return (table) => byParent.get(table)?.map(({ name }) => name) ?? [table]
}
