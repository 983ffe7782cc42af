import { type BusinessCalendar, hourOfWeek } from '@millrace/time'
import { daysOf, type Measures } from './measures.ts'

const hour = 3_600_000
/** Completed tasks from which working hours are derived. */
const enough = 50
/** An hour of the week belongs to the working hours from this share of the busiest hour. */
const share = 0.05

/**
 * Derives working hours from the hours of the week in which tasks were completed. Null, for day and night, without
 * enough completed tasks.
 */
export function findWorkingHours(
  { completions }: Pick<Measures, 'completions'>,
  zone: string,
): BusinessCalendar | null {
  if (completions.reduce((sum, count) => sum + count, 0) < enough) return null
  const minimum = Math.max(1, Math.max(...completions) * share)
  const hours: Partial<Record<number, [string, string][]>> = {}
  for (let day = 0; day < 7; day++) {
    const spans: [string, string][] = []
    for (let at = 0; at < 24; at++) {
      if ((completions[day * 24 + at] ?? 0) < minimum) continue
      const last = spans.at(-1)
      if (last !== undefined && last[1] === time(at)) last[1] = time(at + 1)
      else spans.push([time(at), time(at + 1)])
    }
    if (spans.length > 0) hours[day + 1] = spans
  }
  return { zone, hours, holidays: [] }
}

function time(at: number): string {
  return `${String(at).padStart(2, '0')}:00`
}

/** Returns the expected number of new instances in each hour between two times, multiplied by a factor. */
export function expectArrivals(
  measures: Pick<Measures, 'arrivals' | 'started' | 'from' | 'to' | 'firstAt'>,
  {
    from,
    to,
    zone,
    factor,
  }: { readonly from: number; readonly to: number; readonly zone: string; readonly factor: number },
): number[] {
  const days = daysOf(measures)
  const mean = measures.started / (days * 24)
  const expected: number[] = []
  for (let at = from; at < to; at += hour) {
    // Less than a week says nothing about the days of a week. In zones with half hours, it is the hour of the middle.
    const rate = days < 7 ? mean : (measures.arrivals[hourOfWeek(at + hour / 2, zone)] ?? 0) / (days / 7)
    expected.push(rate * factor)
  }
  return expected
}
