import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'
import {
  changeJobsStatement,
  deleteJobStatement,
  type JobPatch,
  type JobSelection,
  type JobsOfPlaces,
  rootsOfJobs,
} from '../save/job-statements.ts'
import { type Unit, unitOfWork } from './unit-of-work.ts'

export type { JobPatch, JobSelection }

/**
 * Changes jobs in place. Their roots are locked first, so that no step that has loaded them writes old values back.
 *
 * @returns the number of changed jobs.
 */
export async function changeJobs(
  runtime: Runtime,
  actor: Actor,
  selection: JobSelection,
  patch: JobPatch,
): Promise<number> {
  return unitOfWork(runtime, actor, (unit) => changeJobsIn(unit, actor.workplaceId, selection, patch))
}

/** Changes jobs like `changeJobs`, as part of a unit of work with other changes. */
export async function changeJobsIn(
  unit: Unit,
  workplaceId: string,
  selection: JobSelection | JobsOfPlaces,
  patch: JobPatch,
): Promise<number> {
  await unit.lock(rootsOfJobs(workplaceId, selection))
  const [rows] = await unit.tx.batch([changeJobsStatement(workplaceId, selection, patch)])
  unit.announceJobs()
  return rows?.length ?? 0
}

/**
 * Deletes a job without executing it.
 *
 * @returns false when it does not exist.
 */
export async function deleteJob(runtime: Runtime, actor: Actor, id: string): Promise<boolean> {
  const { workplaceId } = actor
  return unitOfWork(runtime, actor, async (unit) => {
    await unit.lock(rootsOfJobs(workplaceId, { by: 'id', id }))
    const [rows] = await unit.tx.batch([deleteJobStatement(workplaceId, id)])
    return rows?.[0] !== undefined
  })
}
