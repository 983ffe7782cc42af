import { getElement } from '../definition.ts'
import { type PlainVariable, Refused } from '../outcome.ts'
import type { Job } from '../state/rows.ts'
import { emit, getDefinition, getElementInstance, type Step, schedule } from '../step.ts'
import { closeIncidents } from '../steps/cancel.ts'
import { enterAfterJob } from '../steps/enter.ts'
import { evaluateString } from '../steps/evaluate.ts'
import { leaveAfterJob } from '../steps/leave.ts'
import { repeatTimer } from '../steps/timers.ts'
import { assertNotSuspended, triggerEvent } from '../steps/trigger.ts'
import { nextTry, type RetryCycle, readRetryCycle } from '../time/retry-cycle.ts'
import type { Command } from './command.ts'
import { raise } from './incidents.ts'
import { triggerSubscription } from './triggers.ts'

/** Does what a job was made for. The job is gone when the run is saved. */
export function runJob(step: Step, { jobId }: Extract<Command, { type: 'runJob' }>): void {
  const job = findJob(step, jobId)
  assertNotSuspended(step, job.instanceId)
  const definition = getDefinition(step, job.instanceId)
  closeIncidents(step, job.id, 'resolved')
  if (job.kind === 'timer') {
    triggerEvent(step, job, [])
    endJob(step, job)
    if (isStillWaiting(step, job)) repeatTimer(step, job)
    return
  }
  endJob(step, job)
  if (job.kind === 'message' || job.kind === 'signal') {
    deliverLate(step, job)
    return
  }
  const waiting = getElementInstance(step, job.elementInstanceId)
  schedule(step, waiting.parentId, () =>
    job.kind === 'before' ? enterAfterJob(step, definition, waiting) : leaveAfterJob(step, definition, waiting),
  )
}

/** A job has failed: it is tried again later, or waits for a person with an incident. */
export function recordJobFailure(step: Step, command: Extract<Command, { type: 'recordJobFailure' }>): void {
  const job = findJob(step, command.jobId)
  const cycle = findRetryCycle(step, job)
  const before = cycle !== null && job.error === null ? cycle.tries : job.retries
  const retries = command.isFinal ? 0 : Math.max(0, before - 1)
  const retryAt = cycle === null || retries === 0 ? null : nextTry(cycle, retries, step.now, step.zone)
  const dueAt = retryAt === null ? job.dueAt : retryAt.toISOString()
  emit(step, { type: 'jobChanged', id: job.id, patch: { retries, error: command.message, dueAt }, at: step.at })
  if (retries > 0 || step.state.incidents.ownedBy(job.id).length > 0) return
  raise(step, {
    instanceId: job.instanceId,
    elementInstanceId: job.elementInstanceId,
    elementId: job.elementId,
    type: 'failedJob',
    sourceId: job.id,
    message: command.message,
    detail: command.detail,
  })
}

function findRetryCycle(step: Step, job: Job): RetryCycle | null {
  const { async } = getElement(getDefinition(step, job.instanceId), job.elementId)
  const place = { scopeId: job.instanceId, instanceId: job.instanceId, elementInstanceId: null }
  const text = evaluateString(step, { place, elementId: job.elementId, element: null }, async.retryCycle)
  return text === null ? null : readRetryCycle(text)
}

/** Gives a job new retries. With at least one, its incident is over. */
export function setJobRetries(
  step: Step,
  { jobId, retries, dueAt }: Extract<Command, { type: 'setJobRetries' }>,
): void {
  const job = findJob(step, jobId)
  emit(step, { type: 'jobChanged', id: job.id, patch: { retries, ...(dueAt === null ? {} : { dueAt }) }, at: step.at })
  if (retries > 0) closeIncidents(step, job.id, 'resolved')
  else if (step.state.incidents.ownedBy(job.id).length === 0) {
    const { instanceId, elementInstanceId, elementId } = job
    raise(step, {
      instanceId,
      elementInstanceId,
      elementId,
      type: 'failedJob',
      sourceId: job.id,
      message: job.error ?? 'No retries left.',
      detail: null,
    })
  }
}

/** A delivery that had to wait because its receiver was busy. The receiver may have gone on without it. */
function deliverLate(step: Step, { data }: Job): void {
  const subscriptionId = String(data?.subscriptionId)
  if (step.state.subscriptions.get(subscriptionId) === undefined) return
  triggerSubscription(step, {
    type: 'triggerSubscription',
    subscriptionId,
    variables: (data?.variables ?? []) as readonly PlainVariable[],
  })
}

function endJob(step: Step, { id }: Job): void {
  if (step.state.jobs.get(id) !== undefined) emit(step, { type: 'jobEnded', id, at: step.at, outcome: 'done' })
}

function isStillWaiting(step: Step, { elementInstanceId }: Job): boolean {
  return (
    step.state.elements.get(elementInstanceId) !== undefined ||
    step.state.instances.get(elementInstanceId) !== undefined
  )
}

function findJob(step: Step, jobId: string): Job {
  const job = step.state.jobs.get(jobId)
  if (job === undefined)
    throw new Refused('engine.job-gone', `Expected a job ${jobId}, but there is none. It may have been done already.`)
  return job
}
