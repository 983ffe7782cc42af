import type { ExternalTask, Job, Subscription } from '@millrace/engine'
import { type Ids, timeOfId } from '../ids.ts'
import type { Hierarchy } from '../source/read-hierarchies.ts'
import type { SubscriptionRow } from '../source/rows.ts'
import { translateJob } from './jobs.ts'
import type { Places } from './places.ts'
import { isKeptBody } from './scopes.ts'
import { translateSubscription } from './subscriptions.ts'

/** Translates the jobs of a hierarchy. */
export function translateJobs({ jobs }: Hierarchy, place: Places, ids: Ids): Job[] {
  return jobs.map((row) => {
    const executionId = row.execution_id_ ?? row.process_instance_id_ ?? ''
    const { definition } = place.translatedOf(executionId)
    const isContinuation = row.handler_type_ === 'async-continuation'
    const at = isContinuation ? place.activityOf(executionId) : place.ownerOf(executionId)
    return translateJob(definition.model, row, {
      id: ids.of(row.id_),
      instanceId: at.instanceId,
      elementInstanceId: at.id,
      elementId: at.elementId,
      createdAt: row.create_time_ ?? timeOfId(row.id_) ?? new Date(0).toISOString(),
      subscriptionIdOf: (id) => ids.ordered(id, null),
    })
  })
}

/** Returns the event subscriptions that compensate a completed multi-instance body as a whole: its runs have their own. */
export function listBodySubscriptions({ executions, subscriptions }: Hierarchy): readonly SubscriptionRow[] {
  const bodies = new Set(executions.filter(isKeptBody).map(({ id_ }) => id_))
  return subscriptions.filter(({ configuration_ }) => configuration_ !== null && bodies.has(configuration_))
}

/** Translates the event subscriptions of a hierarchy. Those of a completed body belong to the scope around it. */
export function translateSubscriptions(hierarchy: Hierarchy, place: Places, ids: Ids): Subscription[] {
  const ofBodies = new Set(listBodySubscriptions(hierarchy))
  const rows = hierarchy.subscriptions.filter((row) => !ofBodies.has(row))
  return rows.map((row) => {
    const ownId = row.execution_id_ ?? row.proc_inst_id_ ?? ''
    const { definition, elements } = place.translatedOf(ownId)
    const own = elements.tree.get(ownId)
    const executionId = own !== undefined && isKeptBody(own) ? (own.parent_id_ ?? ownId) : ownId
    const at = place.ownerOf(executionId)
    return translateSubscription(definition.model, row, {
      id: ids.ordered(row.id_, row.created_),
      instanceId: at.instanceId,
      elementInstanceId: at.id,
      executionId: at.executionId,
      keptOf: (id) => {
        const kept = elements.tree.get(id)
        return kept?.is_event_scope_ === true ? { id: ids.of(id), activityId: kept.act_id_ ?? '' } : null
      },
    })
  })
}

/** Translates the external tasks of a hierarchy. */
export function translateExternalTasks({ externalTasks, bytes }: Hierarchy, place: Places, ids: Ids): ExternalTask[] {
  return externalTasks.map((row) => {
    const at = place.activityOf(row.execution_id_)
    return {
      id: ids.of(row.id_),
      instanceId: at.instanceId,
      elementInstanceId: at.id,
      elementId: row.act_id_,
      executionId: at.executionId,
      definitionId: place.translatedOf(row.execution_id_).definition.id,
      topic: row.topic_name_ ?? '',
      workerId: row.worker_id_,
      lockedUntil: row.lock_exp_time_,
      retries: row.retries_,
      errorMessage: row.error_msg_,
      errorDetails: bytes.get(row.error_details_id_ ?? '')?.toString('utf8') ?? null,
      priority: Number(row.priority_),
      isSuspended: row.suspension_state_ === 2,
      createdAt: row.create_time_ ?? timeOfId(row.id_) ?? new Date(0).toISOString(),
      tenantId: row.tenant_id_,
    }
  })
}
