import { sql } from 'kysely'
import { activateAdHoc as activateOne } from '../../operations/instances/activate-ad-hoc.ts'
import { cancelInstance } from '../../operations/instances/cancel-instance.ts'
import { completeAdHoc as completeOne } from '../../operations/instances/complete-ad-hoc.ts'
import { suspendInstance as suspendOne } from '../../operations/instances/suspend-instance.ts'
import { suspendInstances } from '../../operations/instances/suspend-instances.ts'
import { needSomewhere } from '../../operations/rights.ts'
import { withinTenants } from '../../operations/tenants/within-tenants.ts'
import { pastInstances, readTargets, runningInstances } from '../batch/targets.ts'
import { type Body, bodyOf, flagOf, needOnlyOne, queryFlag, textOf } from '../http/body.ts'
import { type Call, get, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, RestRefusal } from '../http/rest-refusal.ts'
import { modifyOne } from '../modification/modify.ts'
import { allOf, asId, type Sql } from '../query/filters.ts'
import { listRoutes, runSql } from '../query/list-query.ts'
import { variableRoutes } from '../variables/variable-routes.ts'
import { getActivityInstances } from './activity-instances.ts'
import { findInstanceScope, getInstance, instanceMissing } from './find-instance.ts'
import { instanceQuery } from './instance-query.ts'

export const processInstanceRoutes: readonly Route[] = [
  ...listRoutes('/process-instance', instanceQuery),
  put('/process-instance/suspended', suspendMany),
  get('/process-instance/:id', getInstance),
  remove('/process-instance/:id', deleteInstance),
  get('/process-instance/:id/activity-instances', getActivityInstances),
  put('/process-instance/:id/suspended', suspendInstance),
  post('/process-instance/:id/modification', modifyOne, 'variables'),
  post('/process-instance/:id/ad-hoc/:subProcessId/activate', activateAdHoc, 'variables'),
  post('/process-instance/:id/ad-hoc/:subProcessId/complete', completeAdHoc),
  ...variableRoutes({
    path: '/process-instance/:id/variables',
    word: 'process instance',
    isLocal: false,
    find: findInstanceScope,
    missing: (id) => `execution ${id} doesn't exist: execution is null`,
    asksConditions: true,
  }),
]

async function deleteInstance(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const input = {
    id: asId(id),
    reason: null,
    skipsListeners: queryFlag(call, 'skipCustomListeners'),
    skipsIoMappings: queryFlag(call, 'skipIoMappings'),
  }
  const outcome = await cancelInstance(call.context, call.request, input)
  const isMissing = outcome?.code === 'thing.not-found' || outcome?.code === 'instance.over'
  if (!isMissing || call.query.failIfNotExists !== 'false') orThrow(outcome, { gone: () => instanceMissing(id) })
  return undefined
}

async function suspendInstance(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const isSuspended = flagOf(bodyOf(call), 'suspended') ?? false
  const outcome = await suspendOne(call.context, call.request, { id: asId(id), isSuspended })
  // Camunda updates the rows with this id, so that none is a success. Users without the right are still refused.
  if (outcome?.code === 'thing.not-found' || outcome?.code === 'instance.over')
    orThrow(needSomewhere(call.request.user, 'instances.operate'))
  else orThrow(outcome, { gone: () => instanceMissing(id) })
  return undefined
}

/** All instances of a definition or of a key, or a group by ids and queries: all of them or none. */
async function suspendMany(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const isSuspended = flagOf(body, 'suspended') ?? false
  const { workplaceId } = call.actor
  const ofDefinition = readDefinition(body)
  const targets = readTargets(call, body, { list: 'processInstanceIds', queries: [runningInstances, pastInstances] })
  const isGroup = Object.keys(targets.asked).length > 0
  if (ofDefinition !== null && isGroup)
    throw invalid(
      'Choose either a single processInstance with processDefinitionId or processDefinitionKey or a group of processInstances with processInstanceIds, procesInstanceQuery or historicProcessInstanceQuery.',
    )
  if (ofDefinition === null && !isGroup)
    throw invalid('Either processDefinitionId or processDefinitionKey should be set to update the suspension state.')
  const found =
    ofDefinition === null
      ? targets.ids
      : sql`select i.id from instance i join process_definition d on d.workplace_id = i.workplace_id and d.id = i.definition_id
          where ${allOf([sql`i.workplace_id = ${workplaceId}::uuid`, ofDefinition, ...withinTenants(call.request.user, sql`i.tenant_id`)])}`
  const ids =
    found === null
      ? []
      : (await call.runtime.db.read(call.actor, (tx) => runSql<{ id: string }>(tx, found))).map(({ id }) => id)
  // Users without the right are not told what a query finds.
  const outcome = await suspendInstances(call.context, call.request, { ids, isSuspended })
  orThrow(outcome)
  if (ofDefinition === null && ids.length === 0)
    throw new RestRefusal(
      400,
      'BadUserRequestException',
      'No process instance ids given: process Instance Ids is empty',
      0,
    )
  return undefined
}

/** The condition on a definition `d`, by its id or by a key and a tenant; null when the body names none. */
function readDefinition(body: Body): Sql | null {
  needOnlyOne(body, ['processDefinitionId', 'processDefinitionKey'])
  const id = textOf(body, 'processDefinitionId')
  if (id !== null) return sql`d.id = ${asId(id)}::uuid`
  const key = textOf(body, 'processDefinitionKey')
  if (key === null) return null
  const tenant = textOf(body, 'processDefinitionTenantId')
  if (tenant !== null) return sql`d.key = ${key} and d.tenant_id = ${tenant}`
  const withoutTenant = flagOf(body, 'processDefinitionWithoutTenantId') === true
  return withoutTenant ? sql`d.key = ${key} and d.tenant_id is null` : sql`d.key = ${key}`
}

/** Starts an activity of an open ad-hoc sub-process. Not in Camunda 7. */
async function activateAdHoc(call: Call): Promise<undefined> {
  const activityId = textOf(bodyOf(call), 'activityId')
  if (activityId === null) throw invalid('Expected activityId in the body, but it is missing.')
  const id = pathOf(call, 'id')
  const input = { id: asId(id), subProcessId: pathOf(call, 'subProcessId'), activityId }
  orThrow(await activateOne(call.context, call.request, input), { gone: () => instanceMissing(id) })
  return undefined
}

/** Ends an open ad-hoc sub-process. Not in Camunda 7. */
async function completeAdHoc(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const input = { id: asId(id), subProcessId: pathOf(call, 'subProcessId') }
  orThrow(await completeOne(call.context, call.request, input), { gone: () => instanceMissing(id) })
  return undefined
}
