import { type JobData, jobData } from '@millrace/engine'
import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import type { AllAnswer } from '../../runtime/execute/execute-all.ts'
import { endWithin } from '../../runtime/execute/suspensions.ts'
import { type Unit, unitOfWork } from '../../runtime/execute/unit-of-work.ts'
import { refusalOf } from '../carry-out.ts'
import { noSuchInstance } from '../instances/policy.ts'
import { suspendJobsWithin } from '../job-definitions/suspend-jobs-within.ts'
import type { OperationContext } from '../operation-context.ts'
import { conditionOfPlan } from './planned.ts'
import { suspendWithin } from './suspend-all.ts'

/** A planned suspension or activation, with the id of its job. */
export interface SuspensionPlan {
  readonly id: string
  readonly definitionId: string
  readonly isSuspended: boolean
  readonly planned: NonNullable<JobData['suspension']['planned']>
}

/** Suspends or activates what was planned, and deletes its job, as part of a larger unit of work. */
export async function carryOutPlanWithin(
  unit: Unit,
  runtime: OperationContext['runtime'],
  workplaceId: string,
  { id, definitionId, isSuspended, planned }: SuspensionPlan,
): Promise<AllAnswer> {
  const { of, includesInstances, includesJobs: includesNewJobs, jobs } = planned
  const condition = conditionOfPlan(definitionId, of)
  endWithin(unit, workplaceId, id)
  if (jobs === null) {
    const suspension = { condition, isSuspended, includesInstances, includesJobs: includesNewJobs }
    return suspendWithin(unit, runtime, workplaceId, suspension)
  }
  const { jobDefinitionId, includesJobs } = jobs
  const meant =
    jobDefinitionId === null
      ? sql`d.id in (select id from process_definition where workplace_id = ${workplaceId}::uuid and ${condition})`
      : sql`jd.id = ${jobDefinitionId}::uuid`
  await suspendJobsWithin(unit, workplaceId, { condition: meant, isSuspended, includesJobs })
  return { ok: true }
}

/**
 * Carries out a planned suspension or activation before its date, after the caller has checked the permission on its
 * job. Returns null on success, a refusal, or undefined when the job is no such plan.
 *
 * @param log the entry of the operation log about the job, which then no longer exists.
 */
export function carryOutPlanNow(
  { runtime }: OperationContext,
  request: Request,
  { id, log }: { readonly id: string; readonly log: Statement },
): Promise<Refusal | null | undefined> {
  const { workplaceId } = request
  return unitOfWork(runtime, actorOf(request), async (unit) => {
    // A worker that carries it out holds the row until it is deleted.
    const [row] = await runSql<{ definitionId: string; data: unknown }>(
      unit.tx,
      sql`select definition_id as "definitionId", data from job where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid and kind = 'suspension' for update`,
    )
    if (row === undefined) return undefined
    const { isSuspended, planned } = jobData.suspension.decode(row.data, 'data of a job')
    if (planned === null) return undefined
    const { definitionId } = row
    await unit.tx.batch([log])
    const answer = await carryOutPlanWithin(unit, runtime, workplaceId, { id, definitionId, isSuspended, planned })
    return answer.ok ? null : refusalOf(answer.answer, noSuchInstance)
  })
}
