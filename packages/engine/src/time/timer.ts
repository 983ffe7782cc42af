import { nextCron } from './cron.ts'
import { addDuration, readDate, readIsoDate } from './read-date.ts'

export type FirstDue = { ok: true; at: Date; cycle: string | null } | { ok: false; message: string }

/** When a timer is due for the first time. For a cycle, `cycle` is what `nextDue` needs to go on. */
export function firstDue(kind: 'date' | 'duration' | 'cycle', value: unknown, now: Date, zone: string): FirstDue {
  if (kind === 'cycle') return firstOfCycle(value, now, zone)
  const at = readDate(value, now, zone)
  if (at !== null) return { ok: true, at, cycle: null }
  const expected = kind === 'date' ? 'a date such as 2026-01-31T10:00:00Z' : 'a duration such as PT10M'
  return {
    ok: false,
    message: `expected ${expected}, but it gave ${value === null || value === undefined ? 'nothing' : `“${String(value)}”`}.`,
  }
}

/** The time after `last`, with what is then left of the cycle; null when it has run out. A cron pattern never does. */
export function nextDue(cycle: string, last: Date, now: Date, zone: string): { at: Date; cycle: string } | null {
  const repeat = readRepeat(cycle, zone)
  if (repeat === null) {
    const at = nextCron(cycle, now, zone)
    return at === null ? null : { at, cycle }
  }
  if (repeat.left === 0) return null
  const at = addDuration(last, repeat.duration, zone)
  if (at === null || (repeat.end !== null && at > repeat.end)) return null
  return { at, cycle: writeRepeat({ ...repeat, left: repeat.left === null ? null : repeat.left - 1 }) }
}

interface Repeat {
  /** Times still to come; null without limit. */
  readonly left: number | null
  readonly start: Date | null
  readonly duration: string
  readonly end: Date | null
}

/** A cycle may also be given as a date or a duration: it then happens once. */
function firstOfCycle(value: unknown, now: Date, zone: string): FirstDue {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '').trim()
  const repeat = readRepeat(text, zone)
  if (repeat !== null && repeat.left !== 0) {
    const at = repeat.start ?? addDuration(now, repeat.duration, zone)
    if (at !== null)
      return {
        ok: true,
        at,
        cycle: writeRepeat({ ...repeat, start: null, left: repeat.left === null ? null : repeat.left - 1 }),
      }
  }
  const once = repeat === null ? readDate(text, now, zone) : null
  if (once !== null) return { ok: true, at: once, cycle: null }
  const at = repeat === null ? nextCron(text, now, zone) : null
  if (at !== null) return { ok: true, at, cycle: text }
  return {
    ok: false,
    message: `expected a cycle such as R3/PT10M or a cron pattern such as 0 0 9 * * MON-FRI, but it gave “${text}”.`,
  }
}

/** ISO 8601: `R[n]/duration`, `R[n]/start/duration`, `R[n]/duration/end`, each with an end behind it if need be. */
function readRepeat(text: string, zone: string): Repeat | null {
  const [head, ...parts] = text.trim().split('/')
  const count = /^R(\d*)$/i.exec(head ?? '')
  const durationAt = parts.findIndex((part) => /^P/i.test(part))
  const duration = parts[durationAt]
  if (count === null || duration === undefined || addDuration(new Date(0), duration, zone) === null) return null
  const start = durationAt === 1 ? readIsoDate(parts[0] ?? '', zone) : null
  const endText = parts[durationAt + 1]
  return {
    left: count[1] === '' ? null : Number(count[1]),
    start,
    duration,
    end: endText === undefined ? null : readIsoDate(endText, zone),
  }
}

function writeRepeat({ left, duration, end }: Repeat): string {
  return [`R${left ?? ''}`, duration, ...(end === null ? [] : [end.toISOString()])].join('/')
}
