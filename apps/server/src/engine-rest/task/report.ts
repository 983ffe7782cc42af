import { sql } from 'kysely'
import { withinTenants } from '../../operations/tenants/within-tenants.ts'
import type { Call } from '../http/call.ts'
import { csvAnswer } from '../http/csv-answer.ts'
import { allOf } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'

/** Counts the open tasks of each candidate group, as JSON or CSV. */
export async function countByCandidateGroup(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const where = allOf([
    sql`t.workplace_id = ${workplaceId}::uuid`,
    ...withinTenants(call.request.user, sql`t.tenant_id`),
  ])
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ groupName: string | null; taskCount: number }>(
      tx,
      sql`select g as "groupName", count(*) as "taskCount" from task t left join unnest(t.candidate_groups) g on true where ${where} group by g order by g`,
    ),
  )
  const cells = rows.map(({ groupName, taskCount }) => [groupName, taskCount])
  const heads = ['CANDIDATE_GROUP_NAME', 'TASK_COUNT']
  return csvAnswer(call, { fileName: 'task-count-by-candidate-group.csv', heads, rows: cells }) ?? rows
}
