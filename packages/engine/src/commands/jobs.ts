import { type FlowElement, isEvent } from '@millrace/bpmn'
import { nextTry, type RetryCycle, readRetryCycle } from '@millrace/time'
import { getElement } from '../definition.ts'
import { type PlainVariable, Refused } from '../outcome.ts'
import type { Incident, Job } from '../state/rows.ts'
import { emit, getDefinition, getElementInstance, type Step, schedule } from '../step.ts'
import { closeIncidents, endJob } from '../steps/close-owned.ts'
import { isFlowable } from '../steps/dialect.ts'
import { enterAfterJob } from '../steps/enter.ts'
import { evaluateString } from '../steps/evaluate.ts'
import { findRetryCycle } from '../steps/jobs.ts'
import { leaveAfterJob } from '../steps/leave.ts'
import { runTaskListener } from '../steps/listeners.ts'
import { getUserTask } from '../steps/tasks.ts'
import { repeatTimer, resetTimer } from '../steps/timers.ts'
import { assertNotSuspended, mayRepeat, triggerEvent } from '../steps/trigger.ts'
import type { CommandOf } from './command.ts'
import { raise } from './incidents.ts'
import { deliver } from './triggers.ts'

/** Does what a job was made for. The job is gone when the run is saved. */
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
      if (job.data?.isFollowed !== true) repeatTimer(step, job)
      return
    case 'message':
    case 'signal':
      endIfOpen(step, job)
      deliverLate(step, job)
      return
    case 'before':
    case 'after':
      endIfOpen(step, job)
      continueAfter(step, job)
      return
    case 'work':
      throw new Refused(
        'engine.not-waiting',
        `Expected a job that the engine does by itself, but ${job.id} is work for a service. Complete it by its result.`,
      )
    default:
      job.kind satisfies never
  }
}

function fireTimer(step: Step, job: Job): void {
  const element = getElement(getDefinition(step, job.instanceId), job.elementId)
  const isOne = (isEvent(element) && element.parallelMultiple) || job.data?.isFollowed === true
  const goesOn = (mayRepeat(step, element, job) || beginsAnew(step, element, job)) && !isOne
  triggerEvent(step, job, [])
  endIfOpen(step, job)
  if (goesOn) repeatTimer(step, job)
}

/** In Flowable the cycle that begins an event sub-process goes on even when it interrupts. */
function beginsAnew(step: Step, element: FlowElement, job: Job): boolean {
  return element.type === 'startEvent' && isFlowable(getDefinition(step, job.instanceId))
}

function continueAfter(step: Step, job: Job): void {
  const definition = getDefinition(step, job.instanceId)
  const waiting = getElementInstance(step, job.elementInstanceId)
  schedule(step, waiting.parentId, () =>
    job.kind === 'before' ? enterAfterJob(step, definition, waiting) : leaveAfterJob(step, definition, waiting),
  )
}

/** A timeout listener of a task: the task stays as it is. */
function runTimeout(step: Step, { elementInstanceId, data }: Job): void {
  const [task] = step.state.tasks.ownedBy(elementInstanceId)
  const listener = task === undefined ? undefined : getUserTask(step, task)?.taskListeners[Number(data?.index)]
  if (task === undefined || listener === undefined) return
  const element = getElementInstance(step, elementInstanceId)
  runTaskListener(step, listener, { element, task, eventName: 'timeout' })
}

/** A job has failed: it is tried again later, or waits for a person with an incident. */
export function recordJobFailure(step: Step, command: CommandOf<'recordJobFailure'>): void {
  recordFailure(step, findJob(step, command.jobId), command)
}

export function recordFailure(
  step: Step,
  job: Job,
  { message, isFinal, detail }: Pick<CommandOf<'recordJobFailure'>, 'message' | 'isFinal' | 'detail'>,
): void {
  const cycle = readCycle(step, job)
  const before = cycle !== null && job.error === null ? cycle.tries : job.retries
  const retries = isFinal ? 0 : Math.max(0, before - 1)
  const retryAt = cycle === null || retries === 0 ? null : nextTry(cycle, retries, step.now, step.zone)
  const dueAt = retryAt === null ? job.dueAt : retryAt.toISOString()
  emit(step, { type: 'jobChanged', id: job.id, patch: { retries, error: message, dueAt }, at: step.at })
  if (retries === 0) raiseFor(step, job, { message, detail })
  followUp(step, job)
}

/** In Camunda a cycle goes on when one of its timers fails, which is tried again beside it. */
function followUp(step: Step, job: Job): void {
  if (typeof job.data?.cycle !== 'string' || job.data.isFollowed === true) return
  if (isFlowable(getDefinition(step, job.instanceId))) return
  repeatTimer(step, job)
  emit(step, { type: 'jobChanged', id: job.id, patch: { data: { ...job.data, isFollowed: true } }, at: step.at })
}

/** A job without retries has one incident. */
function raiseFor(step: Step, job: Job, what: { message: string; detail: Incident['detail'] }): void {
  if (step.state.incidents.ownedBy(job.id).length > 0) return
  const { id: sourceId, instanceId, elementInstanceId, elementId } = job
  raise(step, { instanceId, elementInstanceId, elementId, type: 'failedJob', sourceId, ...what })
}

function readCycle(step: Step, job: Job): RetryCycle | null {
  const place = { scopeId: job.instanceId, instanceId: job.instanceId, elementInstanceId: null }
  const text = evaluateString(step, { place, elementId: job.elementId, element: null }, findRetryCycle(step, job))
  return text === null ? null : readRetryCycle(text)
}

/** Gives a job new retries. With at least one, its incident is over. */
export function setJobRetries(step: Step, { jobId, retries, dueAt }: CommandOf<'setJobRetries'>): void {
  const job = findJob(step, jobId)
  emit(step, { type: 'jobChanged', id: job.id, patch: { retries, ...(dueAt === null ? {} : { dueAt }) }, at: step.at })
  if (retries > 0) closeIncidents(step, job.id, 'resolved')
  else raiseFor(step, job, { message: job.error ?? 'No retries left.', detail: null })
}

/** Other jobs than timers are left as they are. */
export function resetTimerCommand(step: Step, { jobId, isFromCreation }: CommandOf<'resetTimer'>): void {
  const job = findJob(step, jobId)
  resetTimer(step, job, isFromCreation ? new Date(job.createdAt) : step.now)
}

/** A delivery that had to wait because its receiver was busy. The receiver may have gone on without it. */
function deliverLate(step: Step, { data }: Job): void {
  const subscriptionId = String(data?.subscriptionId)
  if (step.state.subscriptions.get(subscriptionId) === undefined) return
  deliver(step, {
    type: 'triggerSubscription',
    subscriptionId,
    variables: (data?.variables ?? []) as readonly PlainVariable[],
  })
}

function endIfOpen(step: Step, { id }: Job): void {
  if (step.state.jobs.get(id) !== undefined) endJob(step, id, 'done')
}

export function findJob(step: Step, jobId: string): Job {
  const job = step.state.jobs.get(jobId)
  if (job === undefined)
    throw new Refused('engine.job-gone', `Expected a job ${jobId}, but there is none. It may have been done already.`)
  return job
}
