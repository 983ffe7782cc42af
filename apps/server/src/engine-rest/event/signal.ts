import { sql } from 'kysely'
import { sendSignal } from '../../operations/events/send-signal.ts'
import { triggerSubscription } from '../../operations/events/trigger-subscription.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { failed, invalid } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { runSql } from '../query/list-query.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'

/** `POST /signal`: throws a signal to everything that waits for it, or to one execution. */
export async function throwSignal(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const [name, executionId, tenantId] = [textOf(body, 'name'), textOf(body, 'executionId'), textOf(body, 'tenantId')]
  const withoutTenantId = flagOf(body, 'withoutTenantId') === true
  if (name === null) throw invalid('No signal name given')
  if (executionId !== null && (tenantId !== null || withoutTenantId))
    throw failed(400, 'Cannot specify a tenant-id when deliver a signal to a single execution.')
  if (tenantId !== null && withoutTenantId)
    throw invalid("Parameter 'tenantId' cannot be used together with parameter 'withoutTenantId'.")
  const variables = readOrRefuse('Cannot throw signal', () => readVariables(body.variables))
  const { context, request } = call
  if (executionId !== null) {
    const subscriptionId = await findSubscription(call, name, executionId)
    const answers = { 'event.unmatched': () => notWaiting(name, executionId) }
    orThrow(await triggerSubscription(context, request, { subscriptionId, variables }), { answers })
    return undefined
  }
  const tenant = withoutTenantId ? null : (tenantId ?? undefined)
  orThrow(await sendSignal(context, request, { name, variables, tenant }))
  return undefined
}

async function findSubscription(call: Call, name: string, executionId: string): Promise<string> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ id: string }>(
      tx,
      sql`select id from subscription where workplace_id = ${workplaceId}::uuid and kind = 'signal' and name = ${name} and execution_id = ${asId(executionId)}::uuid limit 1`,
    ),
  )
  if (row === undefined) throw notWaiting(name, executionId)
  return row.id
}

function notWaiting(name: string, executionId: string) {
  return failed(400, `Execution '${executionId}' has not subscribed to a signal event with name '${name}'.`)
}
