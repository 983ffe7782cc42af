import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../runtime.ts'
import { forgetInstances } from './forget-instances.ts'

/**
 * Deletes an ended instance with everything that belongs to it.
 *
 * @param alongside further statements for the last transaction, which deletes the instance itself.
 * @returns false when the instance does not exist or is still running.
 */
export async function deleteInstanceHistory(
  runtime: Runtime,
  actor: Actor,
  instanceId: string,
  alongside: readonly Statement[] = [],
): Promise<boolean> {
  const [rows] = await runtime.db.read(actor, (tx) =>
    tx.batch([
      {
        name: 'history_instance_ended',
        text: 'select id from history_instance where workplace_id = $1 and id = $2',
        values: [actor.workplaceId, instanceId],
      },
    ]),
  )
  if (rows?.[0] === undefined) return false
  await forgetInstances(runtime, actor, [instanceId], alongside)
  return true
}

/** Deletes the history of an instance's variables. Running instances keep their current values. */
export async function deleteVariableHistory(runtime: Runtime, actor: Actor, instanceId: string): Promise<void> {
  const { workplaceId } = actor
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([
      {
        name: 'history_variable_delete_instance',
        text: 'delete from history_variable where workplace_id = $1 and instance_id = $2',
        values: [workplaceId, instanceId],
      },
    ]),
  )
}

/**
 * Deletes the history of a variable.
 *
 * @returns false when it does not exist.
 */
export async function deleteOneVariableHistory(runtime: Runtime, actor: Actor, variableId: string): Promise<boolean> {
  const { workplaceId } = actor
  return runtime.db.withTransaction(actor, async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'history_variable_delete_one',
        text: 'delete from history_variable where workplace_id = $1 and variable_id = $2 returning id',
        values: [workplaceId, variableId],
      },
    ])
    return rows?.[0] !== undefined
  })
}
