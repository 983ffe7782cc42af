import { sql } from 'kysely'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { bodyOf, flagOf, integerOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import type { Sql } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { getDefinition } from './find-definition.ts'

/** `PUT …/suspended` of one definition. */
export async function suspendOne(call: Call): Promise<undefined> {
  const { id } = await getDefinition(call)
  await suspend(call, sql`id = ${id}::uuid`)
}

/** `PUT /process-definition/suspended`: all versions of a key. */
export async function suspendByKey(call: Call): Promise<undefined> {
  const {
    processDefinitionKey: key,
    processDefinitionId,
    processDefinitionTenantId: tenantId,
    processDefinitionWithoutTenantId: withoutTenant,
  } = bodyOf(call)
  if (typeof processDefinitionId === 'string')
    throw invalid('Only processDefinitionKey can be set to update the suspension state.')
  if (typeof key !== 'string')
    throw invalid('Either processDefinitionId or processDefinitionKey should be set to update the suspension state.')
  const tenant =
    withoutTenant === true
      ? sql` and tenant_id is null`
      : typeof tenantId === 'string'
        ? sql` and tenant_id = ${tenantId}`
        : sql``
  await suspend(call, sql`key = ${key}${tenant}`)
}

async function suspend(call: Call, which: Sql): Promise<undefined> {
  const body = bodyOf(call)
  const isSuspended = flagOf(body, 'suspended') ?? false
  const { workplaceId } = call.actor
  const changed = await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql<{ id: string }>(
      tx,
      sql`update process_definition set is_suspended = ${isSuspended} where workplace_id = ${workplaceId}::uuid and ${which} returning id`,
    ),
  )
  const ids = changed.map(({ id }) => id)
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`update job set is_suspended = ${isSuspended} where workplace_id = ${workplaceId}::uuid and root_id is null and definition_id = any(${ids}::uuid[])`,
    ),
  )
  if (flagOf(body, 'includeProcessInstances') === true) await suspendInstances(call, ids, isSuspended)
  return undefined
}

/** One by one, so that none is locked longer than for its own step. */
async function suspendInstances(call: Call, definitionIds: readonly string[], isSuspended: boolean): Promise<void> {
  const { workplaceId } = call.actor
  const instances = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ id: string }>(
      tx,
      sql`select id from instance where workplace_id = ${workplaceId}::uuid and definition_id = any(${definitionIds}::uuid[]) and is_suspended <> ${isSuspended}`,
    ),
  )
  for (const { id } of instances)
    await executeCommand(
      call.runtime,
      call.actor,
      { by: 'instance', id },
      { type: 'suspendInstance', instanceId: id, isSuspended },
    )
}

/** `PUT …/history-time-to-live`: days, or null for ever. */
export async function changeTimeToLive(call: Call): Promise<undefined> {
  const { id } = await getDefinition(call)
  const days = integerOf(bodyOf(call), 'historyTimeToLive')
  if (days !== null && days < 0)
    throw new RestRefusal(400, 'BadUserRequestException', 'historyTimeToLive is not greater than or equal to 0', 0)
  const { workplaceId } = call.actor
  await call.runtime.db.withTransaction(call.actor, (tx) =>
    runSql(
      tx,
      sql`update process_definition set history_time_to_live = ${days} where workplace_id = ${workplaceId}::uuid and id = ${id}::uuid`,
    ),
  )
  return undefined
}
