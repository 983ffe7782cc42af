import { type RawBuilder, sql } from 'kysely'
import { runSql } from '../../platform/list/sql.ts'
import { changeJobsIn } from '../../runtime/execute/change-jobs.ts'
import type { Unit } from '../../runtime/execute/unit-of-work.ts'
import type { JobDefinitionSuspension } from './suspend-job-definitions.ts'

/**
 * Suspends or activates job definitions as part of a larger unit of work, after the caller has checked the permission.
 *
 * @param condition the SQL condition for job definitions `jd` and their process definitions `d`.
 * @returns whether a job definition or a job changed.
 */
export async function suspendJobsWithin(
  unit: Unit,
  workplaceId: string,
  {
    condition,
    isSuspended,
    includesJobs,
  }: Pick<JobDefinitionSuspension, 'isSuspended' | 'includesJobs'> & { readonly condition: RawBuilder<unknown> },
): Promise<boolean> {
  const found = await runSql<{ id: string; was_suspended: boolean }>(
    unit.tx,
    sql`with found as materialized (select jd.id, jd.is_suspended from job_definition jd join process_definition d on d.workplace_id = jd.workplace_id and d.id = jd.definition_id
        where jd.workplace_id = ${workplaceId}::uuid and ${condition} order by jd.id for update of jd)
      update job_definition jd set is_suspended = ${isSuspended} from found where jd.workplace_id = ${workplaceId}::uuid and jd.id = found.id
      returning jd.id, found.is_suspended as was_suspended`,
  )
  const isChanged = found.some(({ was_suspended }) => was_suspended !== isSuspended)
  if (!includesJobs || found.length === 0) return isChanged
  const ids = found.map(({ id }) => id)
  return (await changeJobsIn(unit, workplaceId, { by: 'jobDefinition', ids }, { isSuspended })) > 0 || isChanged
}
