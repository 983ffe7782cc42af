const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Presents a date as `21/11/2026`, in the time zone of the user. */
export function presentDate(instant: string | Date): string {
  const date = new Date(instant)
  return `${pad(date.getDate())}/${pad(date.getMonth() + 1)}/${date.getFullYear()}`
}

/** Presents a day `YYYY-MM-DD` as `21/11/2026`, independent of the time zone. */
export function presentDay(day: string): string {
  return day.split('-').reverse().join('/')
}

/** Presents a date and time as `21/11/2026 16:00:00`. */
export function presentDateTime(instant: string | Date): string {
  return `${presentDate(instant)} ${presentTime(instant)}`
}

/** Presents a time as `16:00:00`. */
export function presentTime(instant: string | Date): string {
  const date = new Date(instant)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}

/** A due date as lists show it. `today` includes the time of day; the texts come from the catalogue. */
export type Due =
  | { readonly tone: 'late'; readonly kind: 'overdue'; readonly by: Span }
  | { readonly tone: 'today'; readonly kind: 'today'; readonly time: string }
  | { readonly tone: 'plain'; readonly kind: 'tomorrow' }
  | { readonly tone: 'plain'; readonly kind: 'date'; readonly text: string }

/**
 * Describes a due date for lists: overdue, today with the time, tomorrow, otherwise `24/11`, with the year if it is
 * another year.
 */
export function describeDue(instant: string, now: Date): Due {
  const due = new Date(instant)
  if (due.getTime() < now.getTime()) return { tone: 'late', kind: 'overdue', by: toSpan(now.getTime() - due.getTime()) }
  const days = countDays(now, due)
  if (days === 0) return { tone: 'today', kind: 'today', time: `${pad(due.getHours())}:${pad(due.getMinutes())}` }
  if (days === 1) return { tone: 'plain', kind: 'tomorrow' }
  const text = `${pad(due.getDate())}/${pad(due.getMonth() + 1)}`
  return { tone: 'plain', kind: 'date', text: due.getFullYear() === now.getFullYear() ? text : presentDate(due) }
}

/** Describes a time for lists: the time if it is today, otherwise `24/11`, with the year if it is another year. */
export function describeDay(instant: string, now: Date): { readonly isToday: boolean; readonly text: string } {
  const date = new Date(instant)
  if (countDays(now, date) === 0) return { isToday: true, text: `${pad(date.getHours())}:${pad(date.getMinutes())}` }
  const text = `${pad(date.getDate())}/${pad(date.getMonth() + 1)}`
  return { isToday: false, text: date.getFullYear() === now.getFullYear() ? text : presentDate(date) }
}

/** A duration in a single unit. */
export interface Span {
  readonly unit: 'second' | 'minute' | 'hour' | 'day'
  readonly count: number
}

/** Returns a duration in its largest unit, rounded down: 119 minutes are 1 hour. */
export function toSpan(milliseconds: number): Span {
  const length = Math.max(0, milliseconds)
  if (length >= day) return { unit: 'day', count: Math.floor(length / day) }
  if (length >= hour) return { unit: 'hour', count: Math.floor(length / hour) }
  if (length >= minute) return { unit: 'minute', count: Math.floor(length / minute) }
  return { unit: 'second', count: Math.floor(length / 1_000) }
}

/** Returns a duration in two units if the second one matters: `2 d 2 h`, `1 h 12 min`. */
export function toSpans(milliseconds: number): Span[] {
  const first = toSpan(milliseconds)
  if (first.unit === 'second' || first.unit === 'minute') return [first]
  const rest = toSpan(milliseconds - first.count * (first.unit === 'day' ? day : hour))
  const expected = first.unit === 'day' ? 'hour' : 'minute'
  return rest.unit === expected && rest.count > 0 ? [first, rest] : [first]
}

/** Returns midnight at the end of the user's day. */
export function getEndOfDay(now: Date, days = 0): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1 + days)
}

/** Calendar days from one to the other; the hours of a day vary with summer time, so they are not divided. */
function countDays(from: Date, to: Date): number {
  const start = Date.UTC(from.getFullYear(), from.getMonth(), from.getDate())
  const end = Date.UTC(to.getFullYear(), to.getMonth(), to.getDate())
  return Math.round((end - start) / day)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
