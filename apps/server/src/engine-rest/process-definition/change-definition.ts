import { setTimeToLive } from '../../operations/processes/set-time-to-live.ts'
import { type ProcessSelection, suspendProcess } from '../../operations/processes/suspend-process.ts'
import { needSomewhere } from '../../operations/rights.ts'
import { bodyOf, dateOf, flagOf, integerOf } from '../http/body.ts'
import type { Call } from '../http/call.ts'
import { checkTenantChoice } from '../http/check-tenant-choice.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { findDefinition, getDefinition } from './find-definition.ts'

/** `PUT …/suspended`: suspends or activates one definition. */
export async function suspendOne(call: Call): Promise<undefined> {
  const id = await findId(call)
  if (id === null) return undefined
  return suspend(call, { by: 'id', id })
}

/** As Camunda updates the rows with an id, so that none is a success. Users without the right are still refused. */
async function findId(call: Call): Promise<string | null> {
  if (call.path.id === undefined) return (await getDefinition(call)).id
  const found = await findDefinition(call, call.path.id)
  if (found === undefined) orThrow(needSomewhere(call.request.user, 'definitions.operate'))
  return found?.id ?? null
}

/** `PUT /process-definition/suspended`: suspends or activates all versions of a key. */
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
  const tenant = withoutTenant === true ? null : typeof tenantId === 'string' ? tenantId : undefined
  return suspend(call, { by: 'key', key, tenant: checkTenantChoice(call.request, tenant) })
}

async function suspend(call: Call, of: ProcessSelection): Promise<undefined> {
  const body = bodyOf(call)
  const isSuspended = flagOf(body, 'suspended') ?? false
  const includesInstances = flagOf(body, 'includeProcessInstances') === true
  const at = dateOf(body, 'executionDate')?.toISOString() ?? null
  const suspension = { of, isSuspended, includesInstances, includesJobs: true, at }
  orThrow(await suspendProcess(call.context, call.request, suspension))
  return undefined
}

/** `PUT …/history-time-to-live`: sets a number of days, or null for no end. */
export async function changeTimeToLive(call: Call): Promise<undefined> {
  const days = readDays(call)
  const { id } = await getDefinition(call)
  orThrow(await setTimeToLive(call.context, call.request, { id, days }))
  return undefined
}

const longestTimeToLive = 1_000_000

export function readDays(call: Call): number | null {
  const days = integerOf(bodyOf(call), 'historyTimeToLive')
  if (days !== null && days > longestTimeToLive)
    throw invalid(`Expected historyTimeToLive to be at most ${longestTimeToLive} days, but it is ${days}.`)
  if (days === null || days >= 0) return days
  throw new RestRefusal(400, 'BadUserRequestException', 'historyTimeToLive is not greater than or equal to 0', 0)
}
