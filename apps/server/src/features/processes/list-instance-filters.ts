import type { AnswerOf, processCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { reachOf } from '../../platform/auth/rights.ts'
import type { Database } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { everyInstance, reachesInSql } from '../../runtime/rights/instance-rights.ts'
import { isOperator } from '../../runtime/rights/start-rights.ts'
import { processKeysOf } from './instance-listing.ts'

/** Lists the processes of which some readers have instances, by name, for the filter of a list. */
export async function listInstanceFilters(
  db: Database,
  request: Request,
  readers: readonly string[],
): Promise<AnswerOf<typeof processCalls.startedFilters>> {
  const { user, workplaceId } = request
  const isOfAll = readers.includes(everyInstance) && !isOperator(user)
  const seen = isOfAll ? reachesInSql(reachOf(user, 'instances.read')) : sql`true`
  const processes = await db.read(request, (tx) =>
    runSql<{ key: string; name: string }>(
      tx,
      sql`select d.key, coalesce((array_agg(d.name order by d.version desc))[1], d.key) as name from process_definition d
        where d.workplace_id = ${workplaceId} and d.key in (${processKeysOf(workplaceId, readers)}) and ${seen}
        group by d.key order by name, d.key`,
    ),
  )
  return { processes }
}
