import { readDate } from '@millrace/time'

export interface CleanUpWindow {
  readonly from: Date
  readonly until: Date
  readonly isOpen: boolean
}

const dayMs = 86_400_000

/**
 * Returns the open or next window of the clean-up; null when none is configured. Its times of day are in a time zone. A
 * window that ends before it starts ends on the next day.
 */
export function findWindow(now: Date, zone: string, from: string, until: string): CleanUpWindow | null {
  if (from === '' || until === '' || from === until) return null
  for (const days of [-1, 0, 1, 2]) {
    const start = timeOn(now, zone, days, from)
    const end = timeOn(now, zone, until < from ? days + 1 : days, until)
    if (start === null || end === null || end <= now) continue
    return { from: start, until: end, isOpen: start <= now }
  }
  return null
}

function timeOn(now: Date, zone: string, days: number, time: string): Date | null {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now)
  const day = new Date(Date.parse(`${today}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
  return readDate(`${day}T${time}:00`, now, zone)
}
