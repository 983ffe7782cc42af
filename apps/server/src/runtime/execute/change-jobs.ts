import {
  changeJobsStatement,
  deleteJobStatement,
  type JobPatch,
  type JobSelection,
  type JobsOfPlaces,
  rootsOfJobs,
} from '../save/job-statements.ts'
import type { Unit } from './unit-of-work.ts'

export type { JobPatch, JobSelection }

/** Locks the roots of jobs, so that nobody else changes these jobs until the unit of work ends. */
export function lockJobs(unit: Unit, workplaceId: string, selection: JobSelection | JobsOfPlaces): Promise<unknown> {
  return unit.lock(rootsOfJobs(workplaceId, selection))
}

/**
 * Changes jobs in place, as part of a unit of work. Their roots are locked first, so that no step that has loaded them
 * writes old values back.
 *
 * @returns the number of changed jobs.
 */
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
 * Deletes a job without executing it, as part of a unit of work.
 *
 * @returns false when it does not exist.
 */
export async function deleteJobIn(unit: Unit, workplaceId: string, id: string): Promise<boolean> {
  await unit.lock(rootsOfJobs(workplaceId, { by: 'id', id }))
  const [rows] = await unit.tx.batch([deleteJobStatement(workplaceId, id)])
  return rows?.[0] !== undefined
}
