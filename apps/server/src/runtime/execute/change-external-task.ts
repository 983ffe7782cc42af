import type { Actor } from '../../platform/db/actor.ts'
import type { Runtime } from '../runtime.ts'
import { externalTaskPriorityStatement } from '../save/external-task-statements.ts'
import { unitOfWork } from './unit-of-work.ts'

/**
 * Sets the priority of an external task.
 *
 * @returns false when the task does not exist.
 */
export async function setExternalTaskPriority(
  runtime: Runtime,
  actor: Actor,
  change: { readonly id: string; readonly priority: number },
): Promise<boolean> {
  return unitOfWork(runtime, actor, async (unit) => {
    const target = { by: 'externalTask', id: change.id } as const
    const [rows] = await unit.change(target, externalTaskPriorityStatement(actor, change))
    return rows?.[0] !== undefined
  })
}
