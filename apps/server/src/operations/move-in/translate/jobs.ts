import { indexModel, isEvent, type ProcessModel } from '@millrace/bpmn'
import { type Job, noNotes } from '@millrace/engine'
import type { JobRow } from '../source/rows.ts'
import { Untranslatable } from './untranslatable.ts'

/** The parts of the row of a job that depend on the translated instance. */
export interface JobPlace {
  readonly id: string
  readonly instanceId: string
  readonly elementInstanceId: string
  readonly elementId: string
  readonly createdAt: string
  readonly subscriptionIdOf: (sourceId: string) => string
}

/** Translates a job of an instance. Due date, retries and the remaining repetitions of a cycle stay the same. */
export function translateJob(model: ProcessModel, row: JobRow, place: JobPlace): Job {
  const { id, instanceId, elementInstanceId, createdAt } = place
  const common = {
    id,
    instanceId,
    elementInstanceId,
    createdAt,
    dueAt: row.duedate_,
    retries: row.retries_ ?? 0,
    priority: Number(row.priority_),
    isExclusive: row.exclusive_ ?? true,
    isSuspended: row.suspension_state_ === 2,
    error: row.exception_msg_,
  }
  // Kind and data belong together, which TypeScript cannot follow through the table of handlers.
  return { ...common, ...kindOf(model, row, place) } as Job
}

type KindAndData = Pick<Job, 'elementId' | 'kind' | 'data'>

function kindOf(model: ProcessModel, row: JobRow, place: JobPlace): KindAndData {
  const notes = { ...noNotes, failedElementId: row.failed_act_id_ ?? null }
  const [name = '', detail = ''] = (row.handler_cfg_ ?? '').split('$')
  const make = (elementId: string, kind: Job['kind'], data: object) => ({ elementId, kind, data: data as Job['data'] })
  switch (row.handler_type_) {
    case 'async-continuation': {
      const isAfter = /^(?:transition-notify-listener-take|(?:fire-)?activity-(?:notify-listener-)?end)/.test(name)
      return make(place.elementId, isAfter ? 'after' : 'before', notes)
    }
    case 'timer-transition':
    case 'timer-intermediate-transition':
      return make(name, 'timer', { ...cycleOf(row), index: timerIndex(model, name), ...notes })
    case 'timer-start-event-subprocess': {
      const start = findTimerStart(model, name)
      if (start === null)
        throw new Untranslatable('job-without-element', `Job ${row.id_} is for ${name}, which has no timer.`)
      return make(start, 'timer', { ...cycleOf(row), index: timerIndex(model, start), ...notes })
    }
    case 'timer-task-listener':
      return make(name, 'timeout', {
        ...cycleOf(row),
        index: listenerIndex(model, name, detail.replace(/^taskListener~/, '')),
        ...notes,
      })
    case 'event':
      return make(place.elementId, 'delivery', {
        subscriptionId: place.subscriptionIdOf(name.split('.')[0] ?? name),
        variables: [],
        businessKey: null,
        thrower: null,
        ...notes,
      })
    default:
      throw new Untranslatable(
        'job-kind',
        `Job ${row.id_} is of the kind ${row.handler_type_}, which does not exist here.`,
      )
  }
}

/**
 * Returns the state of a cycle. Camunda stores `R3/START/PT1H` with all repetitions and counts from its start; here,
 * the text has the repetitions that remain after the waiting job.
 */
export function cycleOf({ repeat_, duedate_ }: Pick<JobRow, 'repeat_' | 'duedate_'>) {
  return {
    cycle: repeat_ === null ? null : leftOf(repeat_, duedate_),
    endDate: null,
    calendar: null,
    isFollowed: false,
  }
}

function leftOf(repeat: string, dueAt: string | null): string {
  const [head = '', ...parts] = repeat.trim().split('/')
  const duration = parts.find((part) => /^P/i.test(part))
  const count = /^R(\d*)$/i.exec(head)?.[1]
  if (count === undefined || duration === undefined) return repeat
  const at = parts.indexOf(duration)
  const [start, end] = [at > 0 ? parts[at - 1] : undefined, parts[at + 1]]
  const tail = end === undefined ? '' : `/${end}`
  if (count === '') return `R/${duration}${tail}`
  const period = milliseconds(duration)
  const passed =
    start === undefined || dueAt === null || period === null
      ? 1
      : Math.max(Math.round((Date.parse(dueAt) - Date.parse(start)) / period), 1)
  return `R${Math.max(Number(count) - passed, 0)}/${duration}${tail}`
}

/** Months count as the 30 days that telling repetitions apart needs. */
function milliseconds(duration: string): number | null {
  const parts =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/i.exec(duration)
  if (parts === null) return null
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const allDays = years * 365 + months * 30 + weeks * 7 + days
  const total = ((allDays * 24 + hours) * 60 + minutes) * 60 + seconds
  return total === 0 ? null : total * 1000
}

function timerIndex(model: ProcessModel, elementId: string): number {
  const element = indexModel(model).findElement(elementId)
  if (element === undefined)
    throw new Untranslatable('job-without-element', `Expected an element ${elementId}, but the model has none.`)
  return isEvent(element)
    ? Math.max(
        element.definitions.findIndex(({ kind }) => kind === 'timer'),
        0,
      )
    : 0
}

/** The configuration names the event sub-process, or its start event. */
function findTimerStart(model: ProcessModel, id: string): string | null {
  const index = indexModel(model)
  const starts = index.listStartEvents(id)
  const start = starts.find(({ definitions }) => definitions.some(({ kind }) => kind === 'timer'))
  return start?.id ?? (index.findElement(id)?.type === 'startEvent' ? id : null)
}

function listenerIndex(model: ProcessModel, taskId: string, listenerId: string): number {
  const element = indexModel(model).findElement(taskId)
  if (element?.type !== 'userTask')
    throw new Untranslatable('job-without-element', `Expected a user task ${taskId}, but the model has none.`)
  const byId = element.taskListeners.findIndex((one) => 'id' in one && one.id === listenerId)
  return byId >= 0
    ? byId
    : Math.max(
        element.taskListeners.findIndex(({ event }) => event === 'timeout'),
        0,
      )
}
