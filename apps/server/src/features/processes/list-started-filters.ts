import { type AnswerOf, listLimits, type processCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'

/** Processes of the newest instances that the user started, by name. */
export async function listStartedFilters(
  db: Database,
  { workplaceId, username }: User,
): Promise<AnswerOf<typeof processCalls.startedFilters>> {
  const newest = (table: string): Sql =>
    sql`(select definition_id from ${sql.table(table)} where workplace_id = ${workplaceId} and start_user_id = ${username} order by started_at desc limit ${listLimits.total})`
  const processes = await db.read({ workplaceId }, (tx) =>
    runSql<{ key: string; name: string }>(
      tx,
      sql`select d.key, coalesce((array_agg(d.name order by d.version desc))[1], d.key) as name from process_definition d
        where d.workplace_id = ${workplaceId} and d.id in (${newest('instance')} union ${newest('history_instance')})
        group by d.key order by name, d.key`,
    ),
  )
  return { processes }
}
