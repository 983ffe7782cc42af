import type { Async } from '@millrace/bpmn'
import { readRetryCycle } from '@millrace/time'
import { getElement } from '../definition.ts'
import type { PlainVariable } from '../outcome.ts'
import type { ElementInstance, Job, Subscription } from '../state/rows.ts'
import { emit, getDefinition, getInstance, type Step } from '../step.ts'
import { asyncOf } from './async-of.ts'
import { isFlowable } from './dialect.ts'
import { evaluateInteger, type Occasion, occasionOf } from './evaluate.ts'

const defaultRetries = 3

/** What makes a job; the rest follows from the instance that it belongs to. */
export interface NewJob {
  readonly kind: Job['kind']
  readonly instanceId: string
  /** The element instance that waits for it, or the process instance. */
  readonly elementInstanceId: string
  /** The element that it is for: the boundary event, for instance. */
  readonly elementId: string
  readonly dueAt?: Date
  readonly priority?: number
  readonly isExclusive?: boolean
  readonly data?: Job['data']
}

/** Makes a job. Those of suspended instances are made suspended. */
export function insertJob(step: Step, job: NewJob): void {
  const { kind, instanceId, elementInstanceId, elementId, dueAt, priority = 0, isExclusive = true, data = null } = job
  emit(step, {
    type: 'jobCreated',
    job: {
      id: step.newId(),
      instanceId,
      elementInstanceId,
      elementId,
      kind,
      dueAt: dueAt?.toISOString() ?? null,
      retries: firstRetries(step, job),
      priority,
      isExclusive,
      isSuspended: getInstance(step, instanceId).isSuspended,
      data,
      error: null,
      createdAt: step.at,
    },
  })
}

/** Camunda's retry cycle holds from the first try; Flowable's begins with the first failure. */
function firstRetries(step: Step, job: NewJob): number {
  const definition = getDefinition(step, job.instanceId)
  const retryCycle = findRetryCycle(step, job)
  if (retryCycle?.language !== 'literal' || isFlowable(definition)) return defaultRetries
  return readRetryCycle(retryCycle.text)?.tries ?? defaultRetries
}

/**
 * The retry cycle that a job follows: its element's, or that of the runs when one run of a multi-instance waits for it.
 * Flowable reads it at service tasks only.
 */
export function findRetryCycle(
  step: Step,
  { instanceId, elementInstanceId, elementId }: Pick<Job, 'instanceId' | 'elementInstanceId' | 'elementId'>,
): Async['retryCycle'] {
  const definition = getDefinition(step, instanceId)
  const element = getElement(definition, elementId)
  if (isFlowable(definition) && element.type !== 'serviceTask') return null
  const waiting = step.state.elements.get(elementInstanceId)
  return asyncOf(element, waiting?.elementId === elementId ? waiting.loop : null).retryCycle
}

/** A job that delivers a signal to one subscription later. */
export function createDelivery(step: Step, subscription: Subscription, variables: readonly PlainVariable[]): void {
  const { id: subscriptionId, instanceId, elementInstanceId, elementId } = subscription
  const data = { subscriptionId, variables }
  insertJob(step, { kind: 'signal', instanceId, elementInstanceId, elementId, data })
}

/** Makes the job of an asynchronous continuation, or of work that an element instance waits for. */
export function createJob(
  step: Step,
  waiting: ElementInstance,
  { kind, async, data }: { kind: Job['kind']; async: Async; data?: NonNullable<Job['data']> },
): void {
  const { instanceId, id: elementInstanceId, elementId } = waiting
  const priority = readJobPriority(step, occasionOf(waiting), async)
  const isExclusive = async.exclusive
  insertJob(step, { kind, instanceId, elementInstanceId, elementId, priority, isExclusive, ...(data && { data }) })
}

/** The priority of a job: that of its element, else that of the process, else 0. */
export function readJobPriority(step: Step, occasion: Occasion, { jobPriority }: Async): number {
  const text = jobPriority ?? getDefinition(step, occasion.place.instanceId).model.jobPriority
  return text === null ? 0 : evaluateInteger(step, occasion, text, 'the job priority')
}
