import { extension, extensionOrPlain } from '../../dialects/extensions.ts'
import type { TimerDefinition } from '../../model.ts'
import { findChild, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'
import { filledExpression, formalExpression } from '../expression-text.ts'

const timers = [
  ['timeDate', 'date'],
  ['timeCycle', 'cycle'],
  ['timeDuration', 'duration'],
] as const

/** A timer: the first of date, cycle and duration that is given. Null, and reported, when none is. */
export function readTimer(context: ReadContext, element: XmlElement): TimerDefinition | null {
  for (const [name, timer] of timers) {
    const child = findChild(element, name)
    if (child === null || child.text.trim() === '') continue
    return {
      kind: 'timer',
      timer,
      value: formalExpression(context, child),
      endDate: filledExpression(context, extensionOrPlain(child, 'endDate')),
      calendar: extension(element, 'businessCalendarName') ?? extension(child, 'businessCalendarName'),
    }
  }
  context.report(
    element,
    'event.timer',
    'Expected a timer to have a date, a duration or a cycle, but it has none. Add one.',
  )
  return null
}
