import { Temporal } from 'temporal-polyfill'
import { Fault } from '../environment.ts'
import { formatDateTime } from './format-date-time.ts'

/** Calendar fields by which a DateTime can be moved. */
export type Moves = Partial<
  Record<'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds' | 'milliseconds', number>
>

/** Calendar fields that a DateTime can be set to. */
export type Fields = Partial<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond', number>>

/**
 * An instant in a time zone: Joda's DateTime as `dateTime()` of Camunda and Operaton returns it. Immutable. A month
 * later than 31 January is the last of February.
 */
export class DateTime {
  readonly calendar: Temporal.ZonedDateTime

  constructor(calendar: Temporal.ZonedDateTime) {
    this.calendar = calendar
  }

  static at(instant: Date, timeZone: string): DateTime {
    return new DateTime(Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone))
  }

  get epochMilliseconds(): number {
    return this.calendar.epochMilliseconds
  }

  toDate(): Date {
    return new Date(this.epochMilliseconds)
  }

  move(by: Moves): DateTime {
    return new DateTime(inRange(() => this.calendar.add(by)))
  }

  /**
   * Sets fields. A new year or month alone keeps the day where it can and takes the month's last where not.
   * @throws Fault when a field has no such value: day 31 in February, hour 25.
   */
  set(fields: Fields): DateTime {
    const mayMoveDay = Object.keys(fields).every((field) => field === 'year' || field === 'month')
    if (fields.month !== undefined && (fields.month < 1 || fields.month > 12)) throw outOfRange()
    return new DateTime(inRange(() => this.calendar.with(fields, { overflow: mayMoveDay ? 'constrain' : 'reject' })))
  }

  startOfDay(): DateTime {
    return new DateTime(this.calendar.startOfDay())
  }

  /** ISO 8601 with milliseconds and offset, or by a pattern of Joda's (`yyyy-MM-dd HH:mm`). */
  toString(pattern?: string): string {
    if (pattern !== undefined) return formatDateTime(this.calendar, pattern)
    const { offset } = this.calendar
    return formatDateTime(this.calendar, "yyyy-MM-dd'T'HH:mm:ss.SSS") + (offset === '+00:00' ? 'Z' : offset)
  }
}

function inRange(calculate: () => Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  try {
    return calculate()
  } catch (error) {
    if (error instanceof RangeError) throw outOfRange()
    throw error
  }
}

function outOfRange(): Fault {
  return new Fault('Expected a date of the calendar, but there is none with these fields.')
}
