import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'
import { annotateIncidentStatement } from '../save/incident-statements.ts'
import { unitOfWork } from './unit-of-work.ts'

/** Notes something at an incident; null takes it away. @returns false when there is no such incident. */
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
