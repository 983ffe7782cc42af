import { Temporal } from 'temporal-polyfill'
import type { Day } from './read-days.ts'

/** A part of a day without a change of its clocks. Times of day are in seconds. */
interface Segment {
  /** The start in milliseconds since 1970. */
  readonly start: number
  /** The local time at the beginning. */
  readonly from: number
  /** The local time at its end, which is not part of it. */
  readonly to: number
  /** The local time at which a skipped time begins, which ends at `from`. Equal to `from` when no time is skipped. */
  readonly skippedFrom: number
  /** The times before this have been there before. */
  readonly repeatedTo: number
}

/** Returns the parts of a day: one, or two on a day on which the clocks change. */
export function listSegments(day: Day, zone: string): readonly Segment[] {
  const date = Temporal.PlainDate.from(day)
  const begin = date.toZonedDateTime(zone)
  const end = date.add({ days: 1 }).toZonedDateTime(zone)
  const change = begin.getTimeZoneTransition('next')
  const hasChange = change !== null && Temporal.ZonedDateTime.compare(change, end) < 0
  const first = segmentOf(begin, hasChange ? change : end, 0)
  return hasChange ? [first, segmentOf(change, end, first.to)] : [first]
}

function segmentOf(begin: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime, shown: number): Segment {
  const from = begin.hour * 3600 + begin.minute * 60 + begin.second
  const start = begin.epochMilliseconds
  const to = from + (end.epochMilliseconds - start) / 1000
  return { start, from, to, skippedFrom: Math.min(shown, from), repeatedTo: Math.max(shown, from) }
}
