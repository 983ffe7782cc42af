import { type FlowElement, isEvent } from '@millrace/bpmn'
import { nextTry, type RetryCycle, readRetryCycle } from '@millrace/time'
import { getElement } from '../definition.ts'
import { type Effect, type FailureCode, Refused } from '../outcome.ts'
import type { Incident, Job, JobOfKind } from '../state/rows.ts'
import { emit, getDefinition, getElementInstance, getInstance, getSemantics, type Step, schedule } from '../step.ts'
import { assertNotSuspended, mayRepeat, triggerEvent } from '../steps/events/trigger.ts'
import { evaluateString } from '../steps/expressions/evaluate.ts'
import { orNull } from '../steps/expressions/or-null.ts'
import { findRetryCycle } from '../steps/jobs/jobs.ts'
import { isTimer, repeatTimer, resetTimer } from '../steps/jobs/timers.ts'
import { closeIncidents, endJob } from '../steps/life/close-owned.ts'
import { enterAfterJob } from '../steps/life/enter.ts'
import { leaveAfterJob } from '../steps/life/leave.ts'
import { makeMoreRuns } from '../steps/loops/after-run.ts'
import { getUserTask, runTaskListener } from '../steps/tasks/change-task.ts'
import type { CommandOf } from './command.ts'
import { raise } from './incidents.ts'
import { isDefinition } from './starts.ts'
import { deliver } from './triggers.ts'

/** Runs a job. The job is deleted when the run is saved. */
export function runJob(step: Step, { jobId }: CommandOf<'runJob'>): void {
  const job = findJob(step, jobId)
  assertNotSuspended(step, job.instanceId)
  closeIncidents(step, job.id, 'resolved')
  switch (job.kind) {
    case 'timer':
      fireTimer(step, job)
      return
    case 'timeout':
      endIfOpen(step, job)
      runTimeout(step, job)
      if (!job.data.isFollowed) repeatTimer(step, job)
      return
    case 'start':
      endIfOpen(step, job)
      startBy(step, job, { definitionIndex: job.data.index, businessKey: null, variables: [] })
      if (!job.data.isFollowed) repeatTimer(step, job)
      return
    case 'delivery':
      endIfOpen(step, job)
      deliverLate(step, job)
      return
    case 'before':
    case 'after':
      endIfOpen(step, job)
      continueAfter(step, job)
      return
    case 'runs':
      endIfOpen(step, job)
      makeMoreRuns(step, getElementInstance(step, job.elementInstanceId), job.data.next)
      return
    case 'work':
      throw new Refused(
        'engine.not-waiting',
        `Expected a job that the engine does by itself, but ${job.id} is work for a service. Complete it by its result.`,
      )
    case 'suspension':
      throw new Refused(
        'engine.not-waiting',
        `Expected a job of one instance, but ${job.id} is for many. Let a worker do it.`,
      )
    default:
      job satisfies never
  }
}

function fireTimer(step: Step, job: JobOfKind<'timer'>): void {
  const element = getElement(getDefinition(step, job.instanceId), job.elementId)
  const isOne = (isEvent(element) && element.parallelMultiple) || job.data.isFollowed
  const goesOn = (mayRepeat(step, element, job) || beginsAnew(step, element, job)) && !isOne
  triggerEvent(step, job, [])
  endIfOpen(step, job)
  if (goesOn) repeatTimer(step, job)
}

/** In Flowable the cycle that begins an event sub-process goes on even when it interrupts. */
function beginsAnew(step: Step, element: FlowElement, job: Job): boolean {
  return element.type === 'startEvent' && getSemantics(step, job.instanceId).cycleOutlivesItsScope
}

function continueAfter(step: Step, job: Job): void {
  const definition = getDefinition(step, job.instanceId)
  const waiting = getElementInstance(step, job.elementInstanceId)
  schedule(step, waiting.parentId, () =>
    job.kind === 'before' ? enterAfterJob(step, definition, waiting) : leaveAfterJob(step, definition, waiting),
  )
}

/** A timeout listener of a task: the task stays as it is. */
function runTimeout(step: Step, { elementInstanceId, data }: JobOfKind<'timeout'>): void {
  const [task] = step.state.tasks.ownedBy(elementInstanceId)
  const listener = task === undefined ? undefined : getUserTask(step, task)?.taskListeners[data.index]
  if (task === undefined || listener === undefined) return
  const element = getElementInstance(step, elementInstanceId)
  runTaskListener(step, listener, { element, task, eventName: 'timeout' })
}

/** Records the failure of a job: it is retried later, or raises an incident. */
export function recordJobFailure(step: Step, command: CommandOf<'recordJobFailure'>): void {
  recordFailure(step, findJob(step, command.jobId), command)
}

type JobFailure = Pick<CommandOf<'recordJobFailure'>, 'message' | 'isFinal' | 'detail' | 'failedElementId'>

export function recordFailure(
  step: Step,
  job: Job,
  { message, isFinal, detail, failedElementId = null }: JobFailure,
): void {
  // Nothing of it matters then, and it may be what fails.
  const cycle = isFinal ? null : readCycle(step, job)
  const before = cycle !== null && job.error === null ? cycle.tries : job.retries
  const retries = isFinal ? 0 : Math.max(0, before - 1)
  const retryAt = cycle === null || retries === 0 ? null : nextTry(cycle, retries, step.now, step.zone)
  const dueAt = retryAt === null ? job.dueAt : retryAt.toISOString()
  const data = { ...job.data, failedElementId }
  emit(step, { type: 'jobChanged', id: job.id, patch: { retries, error: message, dueAt, data }, at: step.at })
  if (retries === 0) raiseFor(step, findJob(step, job.id), { message, detail })
  followUp(step, job)
}

/**
 * In Camunda a cycle goes on when one of its timers fails, which is tried again beside it.
 *
 * @param job as it was before it failed: its cycle goes on from when it was due, not from its next try.
 */
function followUp(step: Step, job: Job): void {
  if (!isTimer(job) || job.data.cycle === null || job.data.isFollowed) return
  if (!getSemantics(step, job.instanceId).cycleGoesOnAfterFailure) return
  // Its calendar or its priority may fail now. The failure of this timer is recorded all the same; its cycle then goes
  // on when a further try succeeds.
  const isRepeated = orNull(() => {
    repeatTimer(step, job)
    return true
  })
  if (isRepeated === null) return
  const failed = findJob(step, job.id)
  if (!isTimer(failed)) return
  emit(step, { type: 'jobChanged', id: job.id, patch: { data: { ...failed.data, isFollowed: true } }, at: step.at })
}

/** The code for work whose result is unknown: a retry may do it twice. */
const unknownAnswer: FailureCode = 'engine.answer-unknown'

/** A job without retries has one incident. */
function raiseFor(step: Step, job: Job, { message, detail: seen }: Pick<Incident, 'message' | 'detail'>): void {
  if (step.state.incidents.ownedBy(job.id).length > 0) return
  const { id: sourceId, instanceId, elementInstanceId, elementId } = job
  const { failedElementId } = job.data
  const detail = failedElementId === null ? seen : { ...seen, failedElementId }
  const failure = job.kind === 'delivery' ? reportDelivery(step, job, { message, detail }) : { message, detail }
  const type = detail?.code === unknownAnswer ? 'answerUnknown' : 'failedJob'
  raise(step, { instanceId, elementInstanceId, elementId, type, sourceId, ...failure })
}

/** Names both the sender and the receiver of a delivery that failed, because the sender has continued already. */
function reportDelivery(
  step: Step,
  { instanceId, elementId, data: { thrower } }: JobOfKind<'delivery'>,
  { message, detail }: Pick<Incident, 'message' | 'detail'>,
): Pick<Incident, 'message' | 'detail'> {
  if (thrower === null) return { message, detail }
  const { key } = getDefinition(step, instanceId)
  const receiver = isDefinition(getInstance(step, instanceId))
    ? { definitionId: instanceId, elementId }
    : { instanceId, elementId }
  const to =
    'definitionId' in receiver ? `start ${key} at ${elementId}` : `reach ${elementId} of instance ${instanceId}`
  return {
    message: `Expected what ${thrower.elementId} of instance ${thrower.instanceId} has thrown to ${to}, but that failed: ${message}`,
    detail: { ...detail, thrower, receiver },
  }
}

/**
 * Returns a cycle whose expression fails is none: the job has its default tries then, as in Camunda
 * (`DefaultJobRetryCmd`).
 */
function readCycle(step: Step, job: Job): RetryCycle | null {
  const place = { scopeId: job.instanceId, instanceId: job.instanceId, elementInstanceId: null }
  const occasion = { place, elementId: job.elementId, element: null }
  const text = orNull(() => evaluateString(step, occasion, findRetryCycle(step, job)))
  return text === null ? null : readRetryCycle(text)
}

/** Sets the retries of a job. A positive number resolves its incident. */
export function setJobRetries(step: Step, { jobId, retries, dueAt }: CommandOf<'setJobRetries'>): void {
  const job = findJob(step, jobId)
  emit(step, { type: 'jobChanged', id: job.id, patch: { retries, ...(dueAt === null ? {} : { dueAt }) }, at: step.at })
  if (retries > 0) closeIncidents(step, job.id, 'resolved')
  else raiseFor(step, job, { message: job.error ?? 'No retries left.', detail: null })
}

/** Resets the due date of a timer job. Other jobs stay unchanged. */
export function resetTimerCommand(step: Step, { jobId, isFromCreation }: CommandOf<'resetTimer'>): void {
  const job = findJob(step, jobId)
  resetTimer(step, job, isFromCreation ? new Date(job.createdAt) : step.now)
}

/** A delivery that could not be made at once. The receiver may have gone on without it. */
function deliverLate(step: Step, { data }: JobOfKind<'delivery'>): void {
  const { subscriptionId, variables, businessKey } = data
  const subscription = step.state.subscriptions.get(subscriptionId)
  if (subscription === undefined) return
  if (isDefinition(getInstance(step, subscription.instanceId))) {
    const definitionIndex = 'index' in subscription.data ? (subscription.data.index ?? 0) : 0
    startBy(step, subscription, { definitionIndex, businessKey, variables })
  } else deliver(step, { type: 'triggerSubscription', subscriptionId, variables })
}

/** Starts an instance because the event of a start event has occurred. */
function startBy(
  step: Step,
  { instanceId, elementId }: Pick<Job, 'instanceId' | 'elementId'>,
  start: Pick<Extract<Effect, { kind: 'start' }>, 'definitionIndex' | 'businessKey' | 'variables'>,
): void {
  const { definitionId, tenantId } = getInstance(step, instanceId)
  step.effects.push({ kind: 'start', definitionId, elementId, tenantId, ...start })
}

function endIfOpen(step: Step, { id }: Job): void {
  if (step.state.jobs.get(id) !== undefined) endJob(step, id, 'done')
}

export function findJob(step: Step, jobId: string): Job {
  const job = step.state.jobs.get(jobId)
  if (job === undefined)
    throw new Refused(
      'engine.job-gone',
      `Expected a job ${jobId}, but there is none. It may have been completed already.`,
    )
  return job
}
