import { indexModel, type ProcessModel } from '@millrace/bpmn'
import type { JobRow } from '../../source/rows.ts'
import { Untranslatable } from '../untranslatable.ts'

/**
 * Returns a job of Flowable in the form in which Camunda writes it.
 *
 * @throws Untranslatable for a timer with a calendar of its own, and the job of an external task that has ended.
 */
export function presentJob(row: JobRow, model: ProcessModel | undefined): JobRow {
  if (row.handler_type_ === 'async-continuation') return { ...row, handler_cfg_: 'transition-create-scope' }
  if (row.handler_type_ === 'external-worker-complete')
    throw new Untranslatable(
      'flowable-external-task-ended',
      `Job ${row.id_} continues after an external task. Let it run in the source first.`,
    )
  if (row.handler_type_ !== 'trigger-timer' || model === undefined) return row
  const { activityId, endDate, calendarName } = readConfiguration(row.handler_cfg_)
  if (calendarName !== null && calendarName !== '')
    throw new Untranslatable('flowable-calendar', `Timer ${row.id_} uses the business calendar “${calendarName}”.`)
  const elementId = row.element_id_ ?? activityId ?? ''
  const handler_type_ =
    handlers[indexModel(model).findElement(elementId)?.type ?? ''] ?? 'timer-intermediate-transition'
  return { ...row, handler_type_, handler_cfg_: elementId, repeat_: presentCycle(row.repeat_, endDate) }
}

const handlers: Readonly<Record<string, string>> = {
  startEvent: 'timer-start-event-subprocess',
  boundaryEvent: 'timer-transition',
}

/** `R2/START/PT1H` has the repetitions that are left with the waiting job, from whichever start. */
function presentCycle(repeat: string | null, endDate: string | null): string | null {
  const [head = '', ...parts] = repeat?.split('/') ?? []
  const duration = parts.find((part) => part.startsWith('P'))
  if (repeat === null || !head.startsWith('R') || duration === undefined) return repeat
  const end = parts[parts.indexOf(duration) + 1] ?? endDate
  return end === null ? `${head}/${duration}` : `${head}/${duration}/${end}`
}

interface Configuration {
  readonly activityId: string | null
  readonly endDate: string | null
  readonly calendarName: string | null
}

/** The configuration is JSON, or the id of the element alone. */
function readConfiguration(text: string | null): Configuration {
  const read: Partial<Record<string, unknown>> = parse(text)
  const textOf = (name: keyof Configuration) => (typeof read[name] === 'string' ? read[name] : null)
  return { activityId: textOf('activityId') ?? text, endDate: textOf('endDate'), calendarName: textOf('calendarName') }
}

function parse(text: string | null): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
}
