import { sql } from 'kysely'
import { activateAdHoc as activateOne } from '../../operations/instances/activate-ad-hoc.ts'
import { cancelInstance } from '../../operations/instances/cancel-instance.ts'
import { completeAdHoc as completeOne } from '../../operations/instances/complete-ad-hoc.ts'
import { suspendInstance as suspendOne } from '../../operations/instances/suspend-instance.ts'
import { suspendInstances } from '../../operations/instances/suspend-instances.ts'
import { bodyOf, flagOf, queryFlag, textOf, textsOf } from '../http/body.ts'
import { type Call, get, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid } from '../http/rest-refusal.ts'
import { modifyOne } from '../modification/modify.ts'
import { asId, type Sql } from '../query/filters.ts'
import { conditionOf, listRoutes, runSql, scopeOf } from '../query/list-query.ts'
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
  orThrow(await suspendOne(call.context, call.request, { id: asId(id), isSuspended }), {
    gone: () => instanceMissing(id),
  })
  return undefined
}

/** All instances of a definition, of a key, or that a query finds; each by a step of its own. */
async function suspendMany(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const isSuspended = flagOf(body, 'suspended') ?? false
  const { workplaceId } = call.actor
  const where = readTargets(call)
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ id: string }>(
      tx,
      sql`select i.id from ${instanceQuery.from(scopeOf(call, {}))} where i.workplace_id = ${workplaceId}::uuid and ${where}`,
    ),
  )
  const ids = rows.map(({ id }) => id)
  orThrow(await suspendInstances(call.context, call.request, { ids, isSuspended }))
  return undefined
}

function readTargets(call: Call): Sql {
  const body = bodyOf(call)
  const definitionId = textOf(body, 'processDefinitionId')
  const key = textOf(body, 'processDefinitionKey')
  if (definitionId !== null) return sql`i.definition_id = ${asId(definitionId)}::uuid`
  if (key !== null) {
    const tenantId = textOf(body, 'processDefinitionTenantId')
    const tenant =
      flagOf(body, 'processDefinitionWithoutTenantId') === true
        ? sql` and d.tenant_id is null`
        : tenantId === null
          ? sql``
          : sql` and d.tenant_id = ${tenantId}`
    return sql`d.key = ${key}${tenant}`
  }
  const ids = (textsOf(body, 'processInstanceIds') ?? []).map(asId)
  const query = body.processInstanceQuery
  if (ids.length === 0 && query === undefined)
    throw invalid(
      'Either processInstanceId, processDefinitionId or processDefinitionKey should be set to update the suspension state.',
    )
  const found = query === undefined ? sql`false` : conditionOf(instanceQuery, scopeOf(call, query))
  return sql`(i.id = any(${ids}::uuid[]) or ${found})`
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
