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
 * Changes jobs where they stand. Their roots are locked first, so that no step that has loaded them writes back what it
 * saw.
 *
 * @returns how many there were.
 */
export async function changeJobs(
  runtime: Runtime,
  actor: Actor,
  selection: JobSelection,
  patch: JobPatch,
): Promise<number> {
  return unitOfWork(runtime, actor, (unit) => changeJobsIn(unit, actor.workplaceId, selection, patch))
}

/** The same as a part of a unit, with what else it changes. */
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

/** Removes a job without doing what it was made for. @returns false when there is none. */
export async function deleteJob(runtime: Runtime, actor: Actor, id: string): Promise<boolean> {
  const { workplaceId } = actor
  return unitOfWork(runtime, actor, async (unit) => {
    await unit.lock(rootsOfJobs(workplaceId, { by: 'id', id }))
    const [rows] = await unit.tx.batch([deleteJobStatement(workplaceId, id)])
    return rows?.[0] !== undefined
  })
}
