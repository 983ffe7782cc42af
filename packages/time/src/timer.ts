import type { BusinessCalendar } from './business-calendar.ts'
import { nextCron } from './cron/next-cron.ts'
import type { CronKind } from './cron/read-cron.ts'
import { addDuration, readDate, readIsoDate } from './read-date.ts'

export type FirstDue =
  /** `isOver`: its end date comes before its first time, so that it never happens. */
  | { readonly ok: true; readonly at: Date; readonly cycle: string | null; readonly isOver: boolean }
  | { readonly ok: false; readonly message: string }

/** Limits of a timer beyond its own text. */
export interface TimerBounds {
  /** The end of a cycle: no time is later. ISO 8601. */
  readonly endDate?: string | null
  /** Durations count working time. */
  readonly calendar?: BusinessCalendar | null
  /** A firing by hand before the time uses up none of its repetitions, as in Camunda. */
  readonly countsTimesOnly?: boolean
  /** The dialect of cron patterns in its cycle; default: Quartz. */
  readonly cron?: CronKind
}

/**
 * Returns the first due date of a timer. For a cycle, `cycle` is the state for `nextDue`.
 *
 * @param zone IANA time zone for times without an offset and for adding days.
 */
export function firstDue(
  kind: 'date' | 'duration' | 'cycle',
  value: unknown,
  now: Date,
  zone: string,
  bounds: TimerBounds = {},
): FirstDue {
  if (kind === 'cycle') return firstOfCycle(value, now, zone, bounds)
  const at = readDate(value, now, zone, bounds.calendar)
  if (at !== null) return bounded(at, endOf(bounds, zone), null)
  const expected = kind === 'date' ? 'a date such as 2026-01-31T10:00:00Z' : 'a duration such as PT10M'
  const got = value === null || value === undefined ? 'nothing' : `“${String(value)}”`
  return { ok: false, message: `expected ${expected}, but it gave ${got}.` }
}

/**
 * Returns the next due date after `last`, with the remaining cycle; null at its end. Missed times are skipped: the
 * timer fires once for all times that a stopped server missed. A timer that was fired by hand early still fires at its
 * time, as in Camunda and Flowable. Cron patterns never end.
 */
export function nextDue(
  cycle: string,
  last: Date,
  now: Date,
  zone: string,
  bounds: TimerBounds = {},
): { at: Date; cycle: string } | null {
  const repeat = readRepeat(cycle, zone)
  const end = repeat?.end ?? endOf(bounds, zone)
  if (repeat === null) {
    const at = nextCron(cycle, now, zone, bounds.cron ?? 'quartz')
    return at === null || isAfter(at, end) ? null : { at, cycle }
  }
  let { left } = repeat
  if (last > now && bounds.countsTimesOnly) return { at: last, cycle }
  if (last > now) return left === 0 ? null : { at: last, cycle: writeRepeat({ ...repeat, left: left && left - 1 }) }
  let at: Date | null = last
  do {
    if (left === 0) return null
    left = left === null ? null : left - 1
    at = nextTime(at, repeat.duration, { now, zone, calendar: bounds.calendar ?? null, mayLeap: left === null })
    if (at === null || isAfter(at, end)) return null
  } while (at <= now)
  return { at, cycle: writeRepeat({ ...repeat, left }) }
}

interface Repeat {
  /** The number of remaining times; null without a limit. */
  readonly left: number | null
  readonly start: Date | null
  readonly duration: string
  readonly end: Date | null
}

/** Returns the first time of a cycle. A cycle can also be a date or a duration, and then happens once. */
function firstOfCycle(value: unknown, now: Date, zone: string, bounds: TimerBounds): FirstDue {
  const text = value instanceof Date ? writeDate(value) : String(value ?? '').trim()
  const repeat = readRepeat(text, zone)
  if (repeat !== null && repeat.left !== 0) {
    const at = repeat.start ?? addDuration(now, repeat.duration, zone, bounds.calendar)
    const end = repeat.end ?? endOf(bounds, zone)
    const left = repeat.left === null ? null : repeat.left - 1
    if (at !== null) return bounded(at, end, writeRepeat({ ...repeat, start: null, left, end }))
  }
  const once = repeat === null ? readDate(text, now, zone, bounds.calendar) : null
  if (once !== null) return bounded(once, endOf(bounds, zone), null)
  const at = repeat === null ? nextCron(text, now, zone, bounds.cron ?? 'quartz') : null
  if (at !== null) return bounded(at, endOf(bounds, zone), text)
  return {
    ok: false,
    message: `expected a cycle such as R3/PT10M or a cron pattern such as 0 0 9 * * MON-FRI, but it gave “${text}”.`,
  }
}

function writeDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'no date' : date.toISOString()
}

function bounded(at: Date, end: Date | null, cycle: string | null): FirstDue {
  return { ok: true, at, cycle, isOver: isAfter(at, end) }
}

function endOf({ endDate }: TimerBounds, zone: string): Date | null {
  return endDate === null || endDate === undefined ? null : readIsoDate(endDate, zone)
}

function isAfter(at: Date, end: Date | null): boolean {
  return end !== null && at > end
}

/** One period later; an endless cycle of fixed length may leap over what has passed, which a second's rhythm needs. */
function nextTime(
  last: Date,
  duration: string,
  { now, zone, calendar, mayLeap }: { now: Date; zone: string; calendar: BusinessCalendar | null; mayLeap: boolean },
): Date | null {
  const next = addDuration(last, duration, zone, calendar)
  if (next === null || next <= last) return null
  if (!mayLeap || calendar !== null || next > now || !/^PT/i.test(duration.trim())) return next
  const period = next.getTime() - last.getTime()
  const periods = Math.floor((now.getTime() - last.getTime()) / period) + 1
  return new Date(last.getTime() + periods * period)
}

/** ISO 8601: `R[n]/duration`, `R[n]/start/duration`, `R[n]/duration/end`, each with an end behind it if need be. */
function readRepeat(text: string, zone: string): Repeat | null {
  const [head, ...parts] = text.trim().split('/')
  const count = /^R(\d*)$/i.exec(head ?? '')
  const durationAt = parts.findIndex((part) => /^P/i.test(part))
  const duration = parts[durationAt]
  if (count === null || duration === undefined || addDuration(new Date(0), duration, zone) === null) return null
  const [startText, endText] = [parts[durationAt - 1], parts[durationAt + 1]]
  const start = startText === undefined ? null : readIsoDate(startText, zone)
  const end = endText === undefined ? null : readIsoDate(endText, zone)
  const left = count[1] === '' ? null : Number(count[1])
  const isWhole = durationAt <= 1 && parts.length <= durationAt + 2 && (left === null || Number.isSafeInteger(left))
  // A date that cannot be read is no cycle without it.
  const isRead = (startText === undefined) === (start === null) && (endText === undefined) === (end === null)
  return isWhole && isRead ? { left, start, duration, end } : null
}

function writeRepeat({ left, duration, end }: Repeat): string {
  return [`R${left ?? ''}`, duration, ...(end === null ? [] : [end.toISOString()])].join('/')
}
