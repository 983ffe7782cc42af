import type { NodeType } from '../document/types.ts'
import { type NodeMaker, type Source, textOf } from './node-maker.ts'
import { keyOfName } from './source-names.ts'

/** Returns the type of our field for a date component of form-js. */
export function dateTypeOf({ subtype }: Source): NodeType {
  return subtype === 'time' ? 'time' : subtype === 'datetime' ? 'date-time' : 'date'
}

/** Returns the properties of a date, time, or date with a time. Differences from form-js are noted. */
export function dateOf(
  type: NodeType,
  source: Source,
  { at, maker }: { readonly at: string; readonly maker: NodeMaker },
): Readonly<Record<string, unknown>> {
  if (textOf(source.dateLabel) !== undefined && textOf(source.timeLabel) !== undefined && type === 'date-time')
    maker.leaveOut(`${at}.timeLabel`, 'Date and time have one label.')
  if (type !== 'date' && source.timeInterval !== undefined && source.timeInterval !== 1)
    maker.leaveOut(`${at}.timeInterval`, 'Every minute can be entered.')
  if (type !== 'date' && source.use24h === false) maker.change(`${at}.use24h`, 'Times have 24 hours.')
  const format = textOf(source.timeSerializingFormat)
  if (type === 'time' && format !== undefined && format !== 'no_timezone')
    maker.change(`${at}.timeSerializingFormat`, 'The variable is a time without an offset, such as 16:30.')
  if (type === 'date-time' && format === 'no_timezone')
    maker.change(`${at}.timeSerializingFormat`, 'The variable is a date and time in UTC.')
  if (source.disallowPassedDates !== true || type === 'time') return {}
  const name = keyOfName(String(source.key ?? ''))
  return {
    check: type === 'date' ? `=${name} >= today()` : `=${name} >= date and time(today(), time("00:00:00"))`,
    checkMessage: 'Enter a date that is not in the past.',
  }
}
