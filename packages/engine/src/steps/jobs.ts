import type { Async } from '@millrace/bpmn'
import { getElement } from '../definition.ts'
import type { ElementInstance, Job } from '../state/rows.ts'
import { emit, getDefinition, getInstance, type Step } from '../step.ts'
import { evaluate, occasionOf } from './evaluate.ts'

const defaultRetries = 3

/** Makes a job that an element instance waits for. Jobs of suspended instances are made suspended. */
export function createJob(step: Step, waiting: ElementInstance, job: { kind: Job['kind']; async?: Async; elementId?: string; dueAt?: string; data?: Job['data'] }): Job {
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
