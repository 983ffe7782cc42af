import { type RawBuilder, sql } from 'kysely'
import { runSql } from '../../platform/list/sql.ts'
import { changeJobsIn } from '../../runtime/execute/change-jobs.ts'
import type { Unit } from '../../runtime/execute/unit-of-work.ts'
import type { JobDefinitionSuspension } from './suspend-job-definitions.ts'

/**
 * Suspends or activates job definitions as part of a larger unit of work, after the caller has checked the permission.
 *
 * @param condition the SQL condition for job definitions `jd` and their process definitions `d`.
 */
export async function suspendJobsWithin(
  unit: Unit,
  workplaceId: string,
  {
    condition,
    isSuspended,
    includesJobs,
  }: Pick<JobDefinitionSuspension, 'isSuspended' | 'includesJobs'> & { readonly condition: RawBuilder<unknown> },
): Promise<void> {
  const changed = await runSql<{ id: string }>(
    unit.tx,
    sql`update job_definition jd set is_suspended = ${isSuspended} from process_definition d
      where jd.workplace_id = ${workplaceId}::uuid and d.workplace_id = jd.workplace_id and d.id = jd.definition_id and ${condition} returning jd.id`,
  )
  if (!includesJobs) return
  const ids = changed.map(({ id }) => id)
  await changeJobsIn(unit, workplaceId, { by: 'jobDefinition', ids }, { isSuspended })
}
