import { sql } from 'kysely'
import type { Call } from '../http/call.ts'
import { runSql } from '../query/list-query.ts'

/** How many open tasks each candidate group has. */
export async function countByCandidateGroup(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select g as "groupName", count(*) as "taskCount" from task t left join unnest(t.candidate_groups) g on true where t.workplace_id = ${workplaceId}::uuid group by g order by g`,
    ),
  )
}
