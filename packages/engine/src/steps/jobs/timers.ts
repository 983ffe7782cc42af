import { isEvent, rulesOf, type TimerDefinition } from '@millrace/bpmn'
import { type BusinessCalendar, firstDue, nextDue } from '@millrace/time'
import { getElement } from '../../definition.ts'
import { NeedsMore } from '../../outcome.ts'
import { noNotes, type TimerData } from '../../state/data/job-data.ts'
import type { Job, JobOfKind } from '../../state/rows.ts'
import { emit, fail, getDefinition, getSemantics, type Step } from '../../step.ts'
import { occasionAt, type Waiting } from '../events/waiting.ts'
import { detailOf, evaluate, evaluateString } from '../expressions/evaluate.ts'
import { failurePlace, type Occasion } from '../expressions/occasion.ts'
import { insertJob, readJobPriority } from './jobs.ts'

/** The use of a timer: an event, a start event of the process, or a task listener. */
export interface TimerUse {
  readonly kind: 'timer' | 'timeout' | 'start'
  readonly elementId: string
  readonly waiting: Waiting
  /** The index of the definition in the event, or of the listener in the task. */
  readonly index: number
}

/** Creates the job of a timer. Its due date is calculated now; a cycle keeps its text and the remaining repetitions. */
export function createTimer(step: Step, definition: TimerDefinition, use: TimerUse): void {
  const due = settle(step, definition, use, step.now)
  if (!due.isOver) insertTimer(step, use, due.at, { index: use.index, ...due.cycleData, isFollowed: false, ...noNotes })
}

/**
 * Recalculates the due date of a waiting timer, from its definition and the current variables. Other jobs stay
 * unchanged.
 *
 * @param from the time from which durations count.
 */
export function resetTimer(step: Step, job: Job, from: Date): void {
  if (!isTimer(job)) return
  const { id, kind, elementId, instanceId, elementInstanceId: scopeId } = job
  const { index } = job.data
  const definition = findTimer(step, job, index)
  if (definition === null) return
  const due = settle(step, definition, { kind, elementId, waiting: { scopeId, instanceId }, index }, from)
  if (due.isOver) return
  const data = { ...job.data, ...due.cycleData }
  emit(step, { type: 'jobChanged', id, patch: { dueAt: due.at.toISOString(), data }, at: step.at })
}

function findTimer(step: Step, { instanceId, elementId }: Job, index: number): TimerDefinition | null {
  const element = getElement(getDefinition(step, instanceId), elementId)
  if (element.type === 'userTask') return element.taskListeners[index]?.timer ?? null
  const definition = isEvent(element) ? element.definitions[index] : undefined
  return definition?.kind === 'timer' ? definition : null
}

function settle(step: Step, definition: TimerDefinition, { elementId, waiting }: TimerUse, from: Date) {
  const occasion = occasionAt(step, elementId, waiting)
  const value = evaluate(step, occasion, definition.value)
  const endDate = evaluateString(step, occasion, definition.endDate)
  const calendar = findCalendar(step, definition.calendar, occasion)
  const { cron } = rulesOf(getDefinition(step, waiting.instanceId).model)
  const due = firstDue(definition.timer, value, from, step.zone, { endDate, calendar, cron })
  if (!due.ok) {
    return fail('engine.value-invalid', `The timer of ${elementId} cannot be set: ${due.message}`, {
      ...failurePlace(occasion),
      detail: detailOf(step, occasion, definition.value, value),
    })
  }
  const { at, isOver, cycle } = due
  return { at, isOver, cycleData: { cycle, endDate, calendar: definition.calendar } }
}

/** Creates the next job of a repeating timer that has fired, if any repetition remains. */
export function repeatTimer(step: Step, job: Job): void {
  if (!isTimer(job)) return
  const { kind, elementId, instanceId, elementInstanceId: scopeId, data, dueAt } = job
  const { cycle, endDate, index } = data
  if (cycle === null || dueAt === null) return
  const occasion = occasionAt(step, elementId, { scopeId, instanceId })
  const calendar = findCalendar(step, data.calendar, occasion)
  const { cycleCountsTimesOnly: countsTimesOnly } = getSemantics(step, instanceId)
  const { cron } = rulesOf(getDefinition(step, instanceId).model)
  const next = nextDue(cycle, new Date(dueAt), step.now, step.zone, { endDate, calendar, countsTimesOnly, cron })
  if (next === null) return
  const use = { kind, elementId, waiting: { scopeId, instanceId }, index } as const
  insertTimer(step, use, next.at, { ...data, cycle: next.cycle, isFollowed: false, ...noNotes }, job)
}

type Timer = JobOfKind<TimerUse['kind']>

export function isTimer(job: Job): job is Timer {
  return job.kind === 'timer' || job.kind === 'timeout' || job.kind === 'start'
}

/** Flowable's own calendars, which only name the kinds of timers. */
const builtInCalendars = ['duration', 'dueDate', 'cycle']

/** Returns the business calendar that a timer or a due date names. */
export function findCalendar(step: Step, given: string | null, occasion: Occasion): BusinessCalendar | null {
  const name = given?.trim() ?? ''
  if (name === '') return null
  const calendar = step.sources.calendar === undefined ? null : step.sources.calendar(name)
  if (calendar === undefined) throw new NeedsMore({ kind: 'calendar', name })
  if (calendar !== null || builtInCalendars.includes(name)) return calendar
  return fail(
    'engine.value-invalid',
    `Expected a business calendar “${name}” for ${occasion.elementId}, but there is none of that name. Add it, or correct the name.`,
    failurePlace(occasion),
  )
}

function insertTimer(step: Step, use: TimerUse, dueAt: Date, data: TimerData, repeated?: Job): void {
  const { kind, elementId, waiting } = use
  const { scopeId: elementInstanceId, instanceId } = waiting
  const { async } = getElement(getDefinition(step, instanceId), elementId)
  const priority = repeated?.priority ?? readJobPriority(step, occasionAt(step, elementId, waiting), async)
  const { exclusive: isExclusive } = async
  insertJob(step, { kind, instanceId, elementInstanceId, elementId, dueAt, priority, isExclusive, data }, repeated)
}
