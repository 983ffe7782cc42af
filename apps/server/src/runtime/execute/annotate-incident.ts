import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'
import { annotateIncidentStatement } from '../save/incident-statements.ts'
import { unitOfWork } from './unit-of-work.ts'

/**
 * Changes the note of an incident; null deletes it.
 *
 * @returns false when the incident does not exist.
 */
export async function annotateIncident(
  runtime: Runtime,
  actor: Actor,
  incident: { readonly id: string; readonly annotation: string | null },
): Promise<boolean> {
  return unitOfWork(runtime, actor, async (unit) => {
    const target = { by: 'incident', id: incident.id } as const
    const [rows] = await unit.change(target, annotateIncidentStatement(runtime, actor, incident))
    return rows?.[0] !== undefined
  })
}
