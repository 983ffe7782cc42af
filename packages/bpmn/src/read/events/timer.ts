import type { XmlElement } from '@millrace/xml'
import type { TimerDefinition } from '../../model.ts'
import { elementOf, textOf } from '../../vocabulary/read.ts'
import { timer, timerText } from '../../vocabulary/themes/timers.ts'
import { calendar } from '../../vocabulary/themes/user-tasks.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, formalExpression } from '../expression-text.ts'

const timers = [
  [timer.timeDate, 'date'],
  [timer.timeCycle, 'cycle'],
  [timer.timeDuration, 'duration'],
] as const

/** Returns a timer: the first of date, cycle and duration that is given. Null, and reported, when none is. */
export function readTimer(context: ReadContext, element: XmlElement): TimerDefinition | null {
  for (const [property, kind] of timers) {
    const child = elementOf(element, property)
    if (child === null || child.text.trim() === '') continue
    return {
      kind: 'timer',
      timer: kind,
      value: formalExpression(context, child),
      endDate: expressionOf(context, child, timerText.endDate),
      calendar: textOf(element, calendar.businessCalendarName) ?? textOf(child, calendar.businessCalendarName),
    }
  }
  context.report(
    element,
    'event.timer',
    'Expected a timer to have a date, a duration or a cycle, but it has none. Add one.',
  )
  return null
}
