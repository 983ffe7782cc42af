import { type FlowElement, isEvent } from '@millrace/bpmn'
import { getElement } from '../definition.ts'
import { Refused } from '../outcome.ts'
import type { Incident, Job, JobOfKind } from '../state/rows.ts'
import { emit, getDefinition, getElementInstance, getSemantics, type Step, schedule } from '../step.ts'
import { assertNotSuspended, mayRepeat, triggerEvent } from '../steps/events/trigger.ts'
import { evaluateString } from '../steps/expressions/evaluate.ts'
import { findRetryCycle } from '../steps/jobs/jobs.ts'
import { repeatTimer, resetTimer } from '../steps/jobs/timers.ts'
import { closeIncidents, endJob } from '../steps/life/close-owned.ts'
import { enterAfterJob } from '../steps/life/enter.ts'
import { leaveAfterJob } from '../steps/life/leave.ts'
import { getUserTask, runTaskListener } from '../steps/tasks/change-task.ts'
import { nextTry, type RetryCycle, readRetryCycle } from '../time/retry-cycle.ts'
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
      if (!job.data.isFollowed) repeatTimer(step, job)
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

/** A job has failed: it is tried again later, or waits for a person with an incident. */
export function recordJobFailure(step: Step, command: CommandOf<'recordJobFailure'>): void {
  recordFailure(step, findJob(step, command.jobId), command)
}

type JobFailure = Pick<CommandOf<'recordJobFailure'>, 'message' | 'isFinal' | 'detail' | 'failedElementId'>

export function recordFailure(
  step: Step,
  job: Job,
  { message, isFinal, detail, failedElementId = null }: JobFailure,
): void {
  const cycle = readCycle(step, job)
  const before = cycle !== null && job.error === null ? cycle.tries : job.retries
  const retries = isFinal ? 0 : Math.max(0, before - 1)
  const retryAt = cycle === null || retries === 0 ? null : nextTry(cycle, retries, step.now, step.zone)
  const dueAt = retryAt === null ? job.dueAt : retryAt.toISOString()
  const data = { ...job.data, failedElementId }
  emit(step, { type: 'jobChanged', id: job.id, patch: { retries, error: message, dueAt, data }, at: step.at })
  if (retries === 0) raiseFor(step, findJob(step, job.id), { message, detail })
  followUp(step, findJob(step, job.id))
}

/** In Camunda a cycle goes on when one of its timers fails, which is tried again beside it. */
function followUp(step: Step, job: Job): void {
  if (job.kind !== 'timer' && job.kind !== 'timeout') return
  if (job.data.cycle === null || job.data.isFollowed) return
  if (!getSemantics(step, job.instanceId).cycleGoesOnAfterFailure) return
  repeatTimer(step, job)
  emit(step, { type: 'jobChanged', id: job.id, patch: { data: { ...job.data, isFollowed: true } }, at: step.at })
}

/** A job without retries has one incident. */
function raiseFor(step: Step, job: Job, { message, detail: seen }: Pick<Incident, 'message' | 'detail'>): void {
  if (step.state.incidents.ownedBy(job.id).length > 0) return
  const { id: sourceId, instanceId, elementInstanceId, elementId } = job
  const { failedElementId } = job.data
  const detail = failedElementId === null ? seen : { ...seen, failedElementId }
  raise(step, { instanceId, elementInstanceId, elementId, type: 'failedJob', sourceId, message, detail })
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
function deliverLate(step: Step, { data: { subscriptionId, variables } }: JobOfKind<'message' | 'signal'>): void {
  if (step.state.subscriptions.get(subscriptionId) === undefined) return
  deliver(step, { type: 'triggerSubscription', subscriptionId, variables })
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
