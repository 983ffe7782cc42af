import type { Async } from '@millrace/bpmn'
import { getElement } from '../definition.ts'
import type { PlainVariable } from '../outcome.ts'
import type { ElementInstance, Job, Subscription } from '../state/rows.ts'
import { emit, getDefinition, getInstance, type Step } from '../step.ts'
import { evaluate, occasionOf } from './evaluate.ts'

const defaultRetries = 3

/** A job that delivers a signal to one subscription later. */
export function createDelivery(step: Step, subscription: Subscription, variables: readonly PlainVariable[]): void {
  const { instanceId, elementInstanceId, elementId } = subscription
  const job: Job = {
    id: step.newId(),
    instanceId,
    elementInstanceId,
    elementId,
    kind: 'signal',
    dueAt: null,
    retries: defaultRetries,
    priority: 0,
    isExclusive: true,
    isSuspended: getInstance(step, instanceId).isSuspended,
    data: { subscriptionId: subscription.id, variables },
    error: null,
    createdAt: step.at,
  }
  emit(step, { type: 'jobCreated', job })
}

/** Makes a job that an element instance waits for. Jobs of suspended instances are made suspended. */
export function createJob(
  step: Step,
  waiting: ElementInstance,
  job: { kind: Job['kind']; async?: Async; elementId?: string; dueAt?: string; data?: Job['data'] },
): Job {
  const definition = getDefinition(step, waiting.instanceId)
  const elementId = job.elementId ?? waiting.elementId
  const async = job.async ?? getElement(definition, elementId).async
  const priorityText = async.jobPriority ?? definition.model.jobPriority
  const created: Job = {
    id: step.newId(),
    instanceId: waiting.instanceId,
    elementInstanceId: waiting.id,
    elementId,
    kind: job.kind,
    dueAt: job.dueAt ?? null,
    retries: defaultRetries,
    priority: priorityText === null ? 0 : Number(evaluate(step, occasionOf(waiting), priorityText)),
    isExclusive: async.exclusive,
    isSuspended: getInstance(step, waiting.instanceId).isSuspended,
    data: job.data ?? null,
    error: null,
    createdAt: step.at,
  }
  emit(step, { type: 'jobCreated', job: created })
  return created
}
