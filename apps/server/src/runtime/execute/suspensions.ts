import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'
import { dropRootStatements } from '../save/drop-root.ts'
import {
  dropPlannedStatement,
  dropSuspensionsStatement,
  openSuspensionsStatements,
  type SuspensionJob,
} from '../save/suspension-statements.ts'
import { type Unit, unitOfWork } from './unit-of-work.ts'

/**
 * Adds one job for each definition to a unit of work. The job suspends or activates the instances of the definition.
 */
export function openSuspensions(
  unit: Unit,
  { newId, clock }: Runtime,
  workplaceId: string,
  { definitionIds, isSuspended }: { readonly definitionIds: readonly string[]; readonly isSuspended: boolean },
): void {
  const jobs = definitionIds.map((definitionId) => ({
    ...{ id: newId(), definitionId, isSuspended, planned: null, dueAt: null },
  }))
  unit.write(...openSuspensionsStatements(workplaceId, jobs, clock()))
  unit.announceJobs()
}

/** Writes a job that suspends or activates a definition at a date. */
export function planSuspension(
  unit: Unit,
  { newId, clock }: Runtime,
  workplaceId: string,
  suspension: Omit<SuspensionJob, 'id'>,
): void {
  unit.write(...openSuspensionsStatements(workplaceId, [{ id: newId(), ...suspension }], clock()))
  unit.announceJobs()
}

/** Drops pending suspensions and activations of definitions, because the latest action counts. */
export function dropSuspensions(unit: Unit, workplaceId: string, definitionIds: readonly string[]): void {
  unit.write(dropSuspensionsStatement(workplaceId, definitionIds))
}

/** Deletes a finished job of a suspension in a unit of work of its own. */
export async function endSuspension(runtime: Runtime, actor: Actor, id: string): Promise<void> {
  await unitOfWork(runtime, actor, async (unit) => endWithin(unit, actor.workplaceId, id))
}

/** Deletes a finished job of a suspension as a part of a larger unit of work. */
export function endWithin(unit: Unit, workplaceId: string, id: string): void {
  unit.write(...dropRootStatements(workplaceId, id))
}

/** Cancels a planned suspension or activation of a definition. @returns false when there is none. */
export function dropPlanned(
  runtime: Runtime,
  actor: Actor,
  plan: { readonly id: string; readonly definitionId: string },
): Promise<boolean> {
  return unitOfWork(runtime, actor, async (unit) => {
    const [rows] = await unit.tx.batch([dropPlannedStatement(actor.workplaceId, plan)])
    return rows?.[0] !== undefined
  })
}
