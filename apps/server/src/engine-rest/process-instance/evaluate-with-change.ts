import { sql } from 'kysely'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { execute } from '../execute.ts'
import type { Call } from '../http/call.ts'
import { runSql } from '../query/list-query.ts'
import type { FoundScope, VariableChange } from '../variables/variable-routes.ts'
import { instanceMissing } from './find-instance.ts'

/**
 * Conditional events of Flowable's models look at their conditions only when asked. This API has no call that asks, so
 * setting several variables of such an instance at once asks too. Other models react to each change by themselves.
 */
export async function evaluateWithChange(
  call: Call,
  { instanceId }: FoundScope,
  { set, remove }: VariableChange,
): Promise<boolean> {
  if (set.length === 0 || remove.length > 0 || !(await isAsked(call, instanceId))) return false
  await execute(
    call,
    { by: 'instance', id: instanceId },
    { type: 'evaluateConditions', instanceId, variables: set },
    { gone: () => instanceMissing(instanceId) },
  )
  return true
}

async function isAsked(call: Call, instanceId: string): Promise<boolean> {
  const { workplaceId } = call.actor
  return call.runtime.db.read(call.actor, async (tx) => {
    const [row] = await runSql<{ definitionId: string }>(
      tx,
      sql`select definition_id as "definitionId" from instance where workplace_id = ${workplaceId}::uuid and id = ${instanceId}::uuid`,
    )
    const definition =
      row === undefined ? null : await getProcess(call.runtime, tx, workplaceId, { by: 'id', id: row.definitionId })
    return definition?.model.dialect === 'flowable' || definition?.model.dialect === 'activiti'
  })
}
