import { describe, toIndex } from '../coerce.ts'
import { isSame } from '../compare.ts'
import { Fault } from '../environment.ts'
import { DateTime, type Fields, type Moves } from '../joda/date-time.ts'
import type { MethodTable } from './method-table.ts'

/** Methods of java.util.Date. Those that read calendar fields are in `calendarMethods`: they need a time zone. */
export const dateMethods: MethodTable<Date> = {
  getTime: [0, 0, (self) => self.getTime()],
  before: [1, 1, (self, other) => self.getTime() < instant(other)],
  after: [1, 1, (self, other) => self.getTime() > instant(other)],
  compareTo: [1, 1, (self, other) => Math.sign(self.getTime() - instant(other))],
  equals: [1, 1, (self, other) => other instanceof Date && isSame(self, other)],
  toInstant: [0, 0, (self) => self],
  clone: [0, 0, (self) => new Date(self.getTime())],
  hashCode: [0, 0, (self) => Number(BigInt.asIntN(32, BigInt(self.getTime()) ^ (BigInt(self.getTime()) >> 32n)))],
}

/** Calendar getters of java.util.Date, which count years from 1900, months from 0 and days of the week from Sunday. */
export const calendarMethods: MethodTable<DateTime> = {
  getYear: [0, 0, ({ calendar }) => calendar.year - 1900],
  getMonth: [0, 0, ({ calendar }) => calendar.month - 1],
  getDate: [0, 0, ({ calendar }) => calendar.day],
  getDay: [0, 0, ({ calendar }) => calendar.dayOfWeek % 7],
  getHours: [0, 0, ({ calendar }) => calendar.hour],
  getMinutes: [0, 0, ({ calendar }) => calendar.minute],
  getSeconds: [0, 0, ({ calendar }) => calendar.second],
  getTimezoneOffset: [0, 0, ({ calendar }) => -calendar.offsetNanoseconds / 60_000_000_000],
}

/** Methods of Joda's DateTime. */
export const dateTimeMethods: MethodTable<DateTime> = {
  ...listMoves(),
  ...listSetters(),
  plus: [1, 1, (self, by) => self.move({ milliseconds: toIndex(by) })],
  minus: [1, 1, (self, by) => self.move({ milliseconds: -toIndex(by) })],
  withTimeAtStartOfDay: [0, 0, (self) => self.startOfDay()],
  withDate: [
    3,
    3,
    (self, year, month, day) => self.set({ year: toIndex(year), month: toIndex(month), day: toIndex(day) }),
  ],
  withTime: [4, 4, (self, hour, minute, second, ms) => self.set(time(hour, minute, second, ms))],
  withMillisOfDay: [1, 1, (self, millis) => self.startOfDay().move({ milliseconds: toIndex(millis) })],
  withDayOfYear: [1, 1, (self, day) => self.move({ days: toIndex(day) - self.calendar.dayOfYear })],
  withDayOfWeek: [1, 1, (self, day) => self.move({ days: weekday(day) - self.calendar.dayOfWeek })],
  withWeekOfWeekyear: [1, 1, (self, week) => self.move({ weeks: toIndex(week) - (self.calendar.weekOfYear ?? 0) })],
  getYear: [0, 0, ({ calendar }) => calendar.year],
  getMonthOfYear: [0, 0, ({ calendar }) => calendar.month],
  getDayOfMonth: [0, 0, ({ calendar }) => calendar.day],
  getDayOfYear: [0, 0, ({ calendar }) => calendar.dayOfYear],
  getDayOfWeek: [0, 0, ({ calendar }) => calendar.dayOfWeek],
  getWeekOfWeekyear: [0, 0, ({ calendar }) => calendar.weekOfYear],
  getWeekyear: [0, 0, ({ calendar }) => calendar.yearOfWeek],
  getYearOfCentury: [0, 0, ({ calendar }) => calendar.year % 100],
  getHourOfDay: [0, 0, ({ calendar }) => calendar.hour],
  getMinuteOfHour: [0, 0, ({ calendar }) => calendar.minute],
  getSecondOfMinute: [0, 0, ({ calendar }) => calendar.second],
  getMillisOfSecond: [0, 0, ({ calendar }) => calendar.millisecond],
  getMinuteOfDay: [0, 0, ({ calendar }) => calendar.hour * 60 + calendar.minute],
  getSecondOfDay: [0, 0, (self) => Math.floor(millisOfDay(self) / 1000)],
  getMillisOfDay: [0, 0, (self) => millisOfDay(self)],
  getMillis: [0, 0, (self) => self.epochMilliseconds],
  toDate: [0, 0, (self) => self.toDate()],
  toDateTime: [0, 0, (self) => self],
  toInstant: [0, 0, (self) => self],
  isBefore: [1, 1, (self, other) => self.epochMilliseconds < instant(other)],
  isAfter: [1, 1, (self, other) => self.epochMilliseconds > instant(other)],
  isEqual: [1, 1, (self, other) => self.epochMilliseconds === instant(other)],
  compareTo: [1, 1, (self, other) => Math.sign(self.epochMilliseconds - instant(other))],
  equals: [1, 1, (self, other) => other instanceof DateTime && isSame(self, other)],
}

function listMoves(): MethodTable<DateTime> {
  const units = {
    Years: 'years',
    Months: 'months',
    Weeks: 'weeks',
    Days: 'days',
    Hours: 'hours',
    Minutes: 'minutes',
    Seconds: 'seconds',
    Millis: 'milliseconds',
  } satisfies Record<string, keyof Moves>
  const moves = Object.entries(units).flatMap(([name, unit]) => [
    [`plus${name}`, [1, 1, (self: DateTime, by: unknown) => self.move({ [unit]: toIndex(by) })]],
    [`minus${name}`, [1, 1, (self: DateTime, by: unknown) => self.move({ [unit]: -toIndex(by) })]],
  ])
  return Object.fromEntries(moves)
}

function listSetters(): MethodTable<DateTime> {
  const fields = {
    withYear: 'year',
    withMonthOfYear: 'month',
    withDayOfMonth: 'day',
    withHourOfDay: 'hour',
    withMinuteOfHour: 'minute',
    withSecondOfMinute: 'second',
    withMillisOfSecond: 'millisecond',
  } satisfies Record<string, keyof Fields>
  const setters = Object.entries(fields).map(([name, field]) => {
    return [name, [1, 1, (self: DateTime, value: unknown) => self.set({ [field]: toIndex(value) })]]
  })
  return Object.fromEntries(setters)
}

function time(hour: unknown, minute: unknown, second: unknown, millisecond: unknown): Fields {
  return { hour: toIndex(hour), minute: toIndex(minute), second: toIndex(second), millisecond: toIndex(millisecond) }
}

function weekday(value: unknown): number {
  const day = toIndex(value)
  if (day >= 1 && day <= 7) return day
  throw new Fault(`Expected a day of the week from 1, Monday, to 7, Sunday, but got ${day}.`)
}

function millisOfDay({ calendar }: DateTime): number {
  return ((calendar.hour * 60 + calendar.minute) * 60 + calendar.second) * 1000 + calendar.millisecond
}

function instant(value: unknown): number {
  if (value instanceof Date) return value.getTime()
  if (value instanceof DateTime) return value.epochMilliseconds
  if (typeof value === 'number') return value
  throw new Fault(`Expected a date to compare with, but ${describe(value)} is none.`)
}
