import type { Async } from '@millrace/bpmn'
import { readRetryCycle } from '@millrace/time'
import { getElement } from '../../definition.ts'
import type { PlainVariable, Thrower } from '../../outcome.ts'
import { noNotes } from '../../state/data/job-data.ts'
import type { ElementInstance, Job, JobOfAnyKind, Subscription } from '../../state/rows.ts'
import { emit, getDefinition, getInstance, getSemantics, type Step } from '../../step.ts'
import { evaluateInteger } from '../expressions/evaluate.ts'
import { type Occasion, occasionOf } from '../expressions/occasion.ts'
import { asyncOf } from '../life/async-of.ts'

const defaultRetries = 3

/** The fields for a new job; the others follow from its instance. */
export type NewJob = JobOfAnyKind & {
  readonly instanceId: string
  /** The element instance that waits for it, or the process instance. */
  readonly elementInstanceId: string
  /** The element that it is for: the boundary event, for instance. */
  readonly elementId: string
  readonly dueAt?: Date
  readonly priority?: number
  readonly isExclusive?: boolean
}

/**
 * Creates a job. Jobs of suspended instances are created suspended.
 *
 * @param repeated the job before it, of a repeating timer. The next job is suspended like it.
 */
export function insertJob(step: Step, job: NewJob, repeated?: Job): void {
  const { instanceId, elementInstanceId, elementId, dueAt, priority = 0, isExclusive = true, ...kindAndData } = job
  const isSuspended = getInstance(step, instanceId).isSuspended || repeated?.isSuspended === true
  emit(step, {
    type: 'jobCreated',
    ...(repeated !== undefined && { isRepetition: true as const }),
    job: {
      id: step.newId(),
      instanceId,
      elementInstanceId,
      elementId,
      ...kindAndData,
      dueAt: dueAt?.toISOString() ?? null,
      retries: firstRetries(step, job),
      priority,
      isExclusive,
      isSuspended,
      error: null,
      createdAt: step.at,
    },
  })
}

/** Camunda's retry cycle holds from the first try; Flowable's begins with the first failure. */
function firstRetries(step: Step, job: NewJob): number {
  const retryCycle = findRetryCycle(step, job)
  if (retryCycle?.language !== 'literal' || !getSemantics(step, job.instanceId).retryCycleCountsFirstTry)
    return defaultRetries
  return readRetryCycle(retryCycle.text)?.tries ?? defaultRetries
}

/**
 * Returns the retry cycle that a job follows: its element's, or that of the runs when one run of a multi-instance waits
 * for it. Flowable reads it at service tasks only.
 */
export function findRetryCycle(
  step: Step,
  { instanceId, elementInstanceId, elementId }: Pick<Job, 'instanceId' | 'elementInstanceId' | 'elementId'>,
): Async['retryCycle'] {
  const definition = getDefinition(step, instanceId)
  const element = getElement(definition, elementId)
  if (definition.semantics.retryCycleOf === 'serviceTasks' && element.type !== 'serviceTask') return null
  const waiting = step.state.elements.get(elementInstanceId)
  return asyncOf(element, waiting?.elementId === elementId ? waiting.loop : null).retryCycle
}

/** Returns a job that delivers a signal to one subscription later. */
export function createDelivery(
  step: Step,
  subscription: Subscription,
  { variables, thrower }: { readonly variables: readonly PlainVariable[]; readonly thrower: Thrower },
): void {
  const { id: subscriptionId, instanceId, elementInstanceId, elementId } = subscription
  const data = { subscriptionId, variables, businessKey: null, thrower, ...noNotes }
  insertJob(step, { kind: 'delivery', instanceId, elementInstanceId, elementId, data })
}

/** Creates the job of an asynchronous continuation, or of work that an element instance waits for. */
export function createJob(
  step: Step,
  waiting: ElementInstance,
  {
    async,
    ...kindAndData
  }: Extract<JobOfAnyKind, { kind: 'before' | 'after' | 'runs' | 'work' }> & { readonly async: Async },
): void {
  const { instanceId, id: elementInstanceId, elementId } = waiting
  const priority = readJobPriority(step, occasionOf(waiting), async)
  const isExclusive = async.exclusive
  insertJob(step, { ...kindAndData, instanceId, elementInstanceId, elementId, priority, isExclusive })
}

/** Returns the priority of a job: that of its element, else that of the process, else 0. */
export function readJobPriority(step: Step, occasion: Occasion, { jobPriority }: Async): number {
  const text = jobPriority ?? getDefinition(step, occasion.place.instanceId).model.jobPriority
  return text === null ? 0 : evaluateInteger(step, occasion, text, 'the job priority')
}
