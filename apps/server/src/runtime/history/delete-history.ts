import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../runtime.ts'

/** Forgets an ended instance. @returns false when there is none, or it still runs. */
export async function deleteInstanceHistory(runtime: Runtime, actor: Actor, instanceId: string): Promise<boolean> {
  const { workplaceId } = actor
  return runtime.db.withTransaction(actor, async (tx) => {
    const [rows] = await tx.batch([
      {
        name: 'history_instance_delete',
        text: 'delete from history_instance where workplace_id = $1 and id = $2 returning id',
        values: [workplaceId, instanceId],
      },
    ])
    if (rows?.[0] === undefined) return false
    await tx.commit(
      ['history_element', 'history_task', 'history_variable', 'history_fact', 'instance_listing'].map((table) =>
        deleteStatement(table, workplaceId, instanceId),
      ),
    )
    return true
  })
}

/** Forgets what the variables of an instance were. Those of a running one keep the values they have. */
export async function deleteVariableHistory(runtime: Runtime, actor: Actor, instanceId: string): Promise<void> {
  const { workplaceId } = actor
  await runtime.db.withTransaction(actor, (tx) =>
    tx.commit([deleteStatement('history_variable', workplaceId, instanceId)]),
  )
}

/** Forgets one variable. @returns false when there is none. */
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

function deleteStatement(table: string, workplaceId: string, instanceId: string): Statement {
  return {
    name: `${table}_delete_instance`,
    text: `delete from ${table} where workplace_id = $1 and instance_id = $2`,
    values: [workplaceId, instanceId],
  }
}
