import type { CronKind } from './read-cron.ts'
import { readValues } from './read-values.ts'

/** A day of the Gregorian calendar. */
export interface Day {
  readonly year: number
  /** 1 for January. */
  readonly month: number
  readonly day: number
}

export type DayRule = (day: Day) => boolean

/** Returns the number of days that a month has. */
export function daysIn({ year, month }: Pick<Day, 'year' | 'month'>): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** 0 for Sunday to 6 for Saturday. */
function weekdayOf({ year, month, day }: Day): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/** Reads the days of the month: values, `L` (the last), `L-3` (three before it), `15W` (the weekday nearest to it), `LW`. */
export function readDaysOfMonth(field: string): DayRule | null {
  return anyOf(field.split(',').map(readDayOfMonth))
}

function readDayOfMonth(part: string): DayRule | null {
  const special = /^(?:L(?:-(\d{1,2}))?|(\d{1,2}))(W)?$/.exec(part)
  const isPlain = special?.[2] !== undefined && special[3] === undefined
  if (special === null || isPlain) {
    const days = readValues(part, { from: 1, to: 31 })
    return days && ((at) => days.includes(at.day))
  }
  const [, before = '0', fixed, weekday] = special
  if (fixed !== undefined && (Number(fixed) < 1 || Number(fixed) > 31)) return null
  if (Number(before) > 30) return null
  return (at) => {
    const last = daysIn(at)
    const wanted = fixed === undefined ? last - Number(before) : Number(fixed)
    if (wanted < 1 || wanted > last) return false
    return at.day === (weekday === undefined ? wanted : nearestWeekday(at, wanted, last))
  }
}

/** Monday to Friday, within the same month. */
function nearestWeekday({ year, month }: Day, wanted: number, last: number): number {
  const weekday = weekdayOf({ year, month, day: wanted })
  if (weekday === 6) return wanted === 1 ? wanted + 2 : wanted - 1
  if (weekday === 0) return wanted === last ? wanted - 2 : wanted + 1
  return wanted
}

const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

interface Week {
  readonly from: number
  readonly to: number
  readonly names: ReadonlyMap<string, number>
  /** The weekday of a number, 0 for Sunday. */
  readonly weekdayOf: (value: number) => number
  /** The day that `L` alone means. */
  readonly last: number
}

const weeks: Readonly<Record<CronKind, Week>> = {
  spring: {
    from: 0,
    to: 7,
    names: new Map(dayNames.map((name, index) => [name, index])),
    weekdayOf: (value) => value % 7,
    last: 0,
  },
  quartz: {
    from: 1,
    to: 7,
    names: new Map(dayNames.map((name, index) => [name, index + 1])),
    weekdayOf: (value) => value - 1,
    last: 6,
  },
}

/** Reads the days of the week: values, `5L` (the last of the month), `5#2` (the second of the month), `L` (the last of the week). */
export function readDaysOfWeek(field: string, kind: CronKind): DayRule | null {
  return anyOf(field.split(',').map((part) => readDayOfWeek(part, weeks[kind])))
}

function readDayOfWeek(part: string, week: Week): DayRule | null {
  if (part === 'L') return (at) => weekdayOf(at) === week.last
  const special = /^(\w+?)(?:(L)|#([1-5]))$/.exec(part)
  const weekdays = readWeekdays(special?.[1] ?? part, week)
  if (weekdays === null) return null
  if (special === null) return (at) => weekdays.includes(weekdayOf(at))
  const nth = special[3]
  return (at) =>
    weekdays.includes(weekdayOf(at)) &&
    (nth === undefined ? at.day + 7 > daysIn(at) : Math.ceil(at.day / 7) === Number(nth))
}

/** Sunday is 0 and 7 to Spring, so that its ranges are read on a circle of seven days. */
function readWeekdays(part: string, { from, to, names, weekdayOf: toWeekday }: Week): readonly number[] | null {
  const [range = '', step] = part.split('/')
  const ends = range.split('-').map((end) => names.get(end) ?? (/^\d$/.test(end) ? Number(end) : Number.NaN))
  const isRange = ends.length === 2 && ends.every((end) => end >= from && end <= to)
  if (!isRange) return readValues(part, { from, to, names })?.map(toWeekday) ?? null
  const [first = 0, last = 0] = ends
  if (first <= last)
    return readValues(`${first}-${last}${step === undefined ? '' : `/${step}`}`, { from, to })?.map(toWeekday) ?? null
  const length = (toWeekday(last) - toWeekday(first) + 7) % 7
  const every = step === undefined ? 1 : /^\d{1,2}$/.test(step) ? Number(step) : 0
  if (every < 1) return null
  return Array.from({ length: Math.floor(length / every) + 1 }, (_, index) => (toWeekday(first) + index * every) % 7)
}

function anyOf(rules: readonly (DayRule | null)[]): DayRule | null {
  const read = rules.filter((rule) => rule !== null)
  return read.length === rules.length ? (at) => read.some((rule) => rule(at)) : null
}
