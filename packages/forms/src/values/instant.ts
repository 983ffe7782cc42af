import { presentDay, type Read, readDay } from './day.ts'

/**
 * Instants are written as `Date.prototype.toISOString` does: UTC with milliseconds. People read and type them in
 * their own time zone. Written on `Intl`, because `Temporal` is not in every browser yet.
 */

const example = '30/11/2026 16:00'

/**
 * Reads an instant as people type it (`DD/MM/YYYY hh:mm`, seconds optional) in their time zone, or as data carries
 * it (ISO 8601; without an offset it is in that time zone too).
 *
 * A time that a change to summer time skips is moved forward by the gap; one that happens twice is the earlier.
 */
export function readInstant(entry: string, timeZone: string): Read<string> {
  const text = entry.trim()
  const iso = readIsoInstant(text)
  if (iso !== null) return { ok: true, value: iso }
  const parts = /^([\d/.-]{8,10})(?:[ T]+|, *)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?$/.exec(text)
  const hour = Number(parts?.[2])
  const minute = Number(parts?.[3])
  const second = Number(parts?.[4] ?? 0)
  if (!parts || hour > 23 || minute > 59 || second > 59) return invalid()
  const day = readDay(parts[1] ?? '')
  if (!day.ok) return day.fault.code === 'date.invalid' ? invalid() : day
  return { ok: true, value: instantOf(`${day.value}T${two(hour)}:${two(minute)}:${two(second)}`, timeZone) }
}

/** Returns an instant with its offset, normalised to UTC, or null. Accepts offsets as `Z`, `+01:00` and `+0100`. */
export function readIsoInstant(text: string): string | null {
  const parts = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/.exec(text)
  if (!parts || !readDay(parts[1] ?? '').ok) return null
  const offset = parts[4] === 'Z' ? 'Z' : (parts[4] ?? '').replace(/^(...):?(..)$/, '$1:$2')
  const time = Date.parse(`${parts[1]}T${parts[2]}${parts[3] ?? ':00'}${offset}`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Presents an instant as `DD/MM/YYYY hh:mm:ss` in a time zone. */
export function presentInstant(instant: string, timeZone: string): string {
  const local = localOf(Date.parse(instant), timeZone)
  return `${presentDay(local)} ${local.slice(11, 19)}`
}

/** Returns the day of an instant in a time zone. */
export function dayOfInstant(instant: string, timeZone: string): string {
  return localOf(Date.parse(instant), timeZone).slice(0, 10)
}

/** Returns the instant at which a day begins in a time zone. */
export function startOfDay(day: string, timeZone: string): string {
  return instantOf(`${day}T00:00:00`, timeZone)
}

/** Returns the day that begins at an instant in a time zone; null when none does. */
export function findWholeDay(instant: string, timeZone: string): string | null {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) return null
  const day = localOf(time, timeZone).slice(0, 10)
  return Date.parse(startOfDay(day, timeZone)) === time ? day : null
}

function instantOf(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`)
  // The offset may change within the day around: of the two candidates, take the earlier that really shows this time.
  const candidates = [
    wanted - offsetAt(wanted - 86_400_000, timeZone),
    wanted - offsetAt(wanted + 86_400_000, timeZone),
  ]
  const found = candidates.sort((a, b) => a - b).find((time) => localOf(time, timeZone) === local)
  return new Date(found ?? candidates[1] ?? wanted).toISOString()
}

function offsetAt(time: number, timeZone: string): number {
  return Date.parse(`${localOf(time, timeZone)}Z`) - Math.floor(time / 1000) * 1000
}

/** `YYYY-MM-DDThh:mm:ss` as a clock on the wall shows it. */
function localOf(time: number, timeZone: string): string {
  const parts: Record<string, string> = {}
  for (const part of formatterOf(timeZone).formatToParts(time)) parts[part.type] = part.value
  const year = (parts.year ?? '').padStart(4, '0')
  return `${year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`
}

const formatters = new Map<string, Intl.DateTimeFormat>()

// Making a formatter costs about as much as a thousand uses of it; there are some hundred zones at most.
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function invalid(): Read<string> {
  return { ok: false, fault: { code: 'date-time.invalid', params: { example } } }
}
