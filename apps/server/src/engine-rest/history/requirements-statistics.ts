import { sql } from 'kysely'
import { getRequirements } from '../decision-definition/find-decision.ts'
import type { Call } from '../http/call.ts'
import { asId, type Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { evaluations } from './decision-history.ts'

/** Counts the evaluations of each decision of a requirements graph, in total or within one evaluation. */
export async function listRequirementsStatistics(call: Call): Promise<unknown> {
  const { id } = await getRequirements(call)
  const { workplaceId } = call.actor
  const { decisionInstanceId: of } = call.query
  const narrowed: Sql = of === undefined ? sql`` : sql` and q.fact_id = ${asId(of)}::uuid`
  return call.runtime.db.read(call.actor, (tx) =>
    runSql(
      tx,
      sql`select q.key as "decisionDefinitionKey", count(*)::int as evaluations from ${evaluations} q
          join decision_definition x on x.workplace_id = q.workplace_id and x.deployment_id = q.deployment_id and x.key = q.key
        where q.workplace_id = ${workplaceId}::uuid and x.requirements_id = ${id}::uuid${narrowed} group by 1 order by 1`,
    ),
  )
}
