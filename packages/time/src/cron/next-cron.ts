import { Temporal } from 'temporal-polyfill'
import { listSegments } from './list-segments.ts'
import { type CronKind, type CronPattern, readCron } from './read-cron.ts'
import { type Day, daysIn } from './read-days.ts'

/**
 * Returns the next time of a cron pattern after an instant, in a time zone. A time in the gap when clocks go forward is
 * moved to its end. When a time occurs twice, the first counts, but an hourly pattern (`*`, a range, a step) runs in
 * both.
 *
 * @returns null when the text is not a pattern of this kind or never matches again.
 */
export function nextCron(text: string, after: Date, zone: string, kind: CronKind): Date | null {
  const pattern = readCron(text, kind)
  if (pattern === null) return null
  const earliest = (Math.floor(after.getTime() / 1000) + 1) * 1000
  const start = Temporal.Instant.fromEpochMilliseconds(earliest).toZonedDateTimeISO(zone).toPlainDate()
  for (const day of listDays(pattern, start)) {
    const at = findInDay(pattern, day, { earliest, zone })
    if (at !== null) return new Date(at)
  }
  return null
}

/** A 29 February that is a certain weekday comes back after 40 years at most. */
const longestSearch = 41

function* listDays({ months, isDay, years }: CronPattern, start: Day): Generator<Day> {
  const lastYear = years === null ? start.year + longestSearch : (years.at(-1) ?? 0)
  for (let { year } = start; year <= lastYear; year++) {
    if (years !== null && !years.includes(year)) continue
    for (let month = year === start.year ? start.month : 1; month <= 12; month++) {
      if (!months.has(month)) continue
      const last = daysIn({ year, month })
      const isFirst = year === start.year && month === start.month
      for (let day = isFirst ? start.day : 1; day <= last; day++)
        if (isDay({ year, month, day })) yield { year, month, day }
    }
  }
}

function findInDay(
  pattern: CronPattern,
  day: Day,
  { earliest, zone }: { earliest: number; zone: string },
): number | null {
  for (const { start, from, to, skippedFrom, repeatedTo } of listSegments(day, zone)) {
    const end = start + (to - from) * 1000
    if (end <= earliest) continue
    const isMissed = !pattern.hasRhythm && (findTime(pattern, skippedFrom) ?? to) < from
    if (isMissed && start >= earliest) return start
    const first = Math.max(from, from + (earliest - start) / 1000, pattern.hasRhythm ? 0 : repeatedTo)
    const time = findTime(pattern, first)
    if (time !== null && time < to) return start + (time - from) * 1000
  }
  return null
}

/** Returns the first time of day from this one on, in seconds. */
function findTime({ seconds, minutes, hours }: CronPattern, from: number): number | null {
  for (const hour of hours) {
    if ((hour + 1) * 3600 <= from) continue
    for (const minute of minutes) {
      const begin = hour * 3600 + minute * 60
      if (begin + 60 <= from) continue
      const second = seconds.find((one) => begin + one >= from)
      if (second !== undefined) return begin + second
    }
  }
  return null
}
