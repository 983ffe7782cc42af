import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'
import { dropRootStatements } from '../save/drop-root.ts'
import { dropSuspensionsStatement, openSuspensionsStatements } from '../save/suspension-statements.ts'
import { type Unit, unitOfWork } from './unit-of-work.ts'

/** Leaves the instances of definitions to jobs, one for each, which suspend them or let them go on. */
export function openSuspensions(
  unit: Unit,
  { newId, clock }: Runtime,
  workplaceId: string,
  { definitionIds, isSuspended }: { readonly definitionIds: readonly string[]; readonly isSuspended: boolean },
): void {
  const jobs = definitionIds.map((definitionId) => ({ id: newId(), definitionId }))
  unit.write(...openSuspensionsStatements(workplaceId, jobs, { isSuspended, now: clock() }))
  unit.announceJobs()
}

/** Drops pending suspensions and activations of definitions, because the latest action counts. */
export function dropSuspensions(unit: Unit, workplaceId: string, definitionIds: readonly string[]): void {
  unit.write(dropSuspensionsStatement(workplaceId, definitionIds))
}

/** Deletes a job of these that has finished. */
export async function endSuspension(runtime: Runtime, actor: Actor, id: string): Promise<void> {
  await unitOfWork(runtime, actor, async (unit) => unit.write(...dropRootStatements(actor.workplaceId, id)))
}
