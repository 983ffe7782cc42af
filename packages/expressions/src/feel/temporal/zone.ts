import { fromEpochDay, toEpochDay } from './calendar.ts'

/** The zone of a time of day: a fixed offset in seconds, or a named zone of the IANA database. */
export type Zone = { readonly offset: number } | { readonly id: string }

export const UTC: Zone = { offset: 0 }

/** Returns the zone with this name in the IANA database; UTC when it is missing. */
export function toZone(id: string | undefined): Zone {
  return id === undefined || /^(Etc\/)?(UTC|UCT|Zulu|Universal|GMT|Greenwich)$/.test(id) || !isKnownZone(id)
    ? UTC
    : { id }
}

/** Maximum offset of a time zone, 18 hours, on which time libraries agree. */
export const MAX_OFFSET = 18 * 3600

/** No zone has a longer name. */
const MAX_ID_LENGTH = 100
/** Zone names are few; a hostile model must not fill the memory with them. */
const MAX_CACHED_ZONES = 1000
const formats = new Map<string, Intl.DateTimeFormat | null>()

export function isKnownZone(id: string): boolean {
  return findFormat(id) !== null
}

/** Returns the offset in seconds at a local time of a zone. In a gap or overlap, it is the earlier offset. */
export function offsetAtLocal(zone: Zone, epochDay: number, secondOfDay: number): number {
  if ('offset' in zone) return zone.offset
  const dayBefore = offsetAtInstant(zone.id, epochDay - 1, secondOfDay)
  const dayAfter = offsetAtInstant(zone.id, epochDay + 1, secondOfDay)
  if (dayBefore === dayAfter) return dayBefore
  const withBefore = offsetAtInstant(zone.id, epochDay, secondOfDay - dayBefore)
  return withBefore === dayBefore
    ? dayBefore
    : resolveTransition(zone.id, { epochDay, secondOfDay, dayBefore, dayAfter })
}

/** Returns the offset in seconds at an instant, given as UTC day and second. */
export function offsetAtUtc(zone: Zone, epochDay: number, secondOfDay: number): number {
  return 'offset' in zone ? zone.offset : offsetAtInstant(zone.id, epochDay, secondOfDay)
}

/** After the transition its new offset holds; in the gap, where neither fits, the one before. */
function resolveTransition(
  id: string,
  local: { epochDay: number; secondOfDay: number; dayBefore: number; dayAfter: number },
): number {
  const withAfter = offsetAtInstant(id, local.epochDay, local.secondOfDay - local.dayAfter)
  return withAfter === local.dayAfter ? local.dayAfter : local.dayBefore
}

function offsetAtInstant(id: string, epochDay: number, secondOfDay: number): number {
  const format = findFormat(id)
  if (!format) return 0
  const seconds = toRepresentableDay(epochDay) * 86_400 + secondOfDay
  const fields: Record<string, number> = {}
  for (const part of format.formatToParts(seconds * 1000)) fields[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields
  return toEpochDay(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - seconds
}

/**
 * Returns a day of the same place in the calendar within the years that `Date` knows and that are after Christ. Rules
 * of zones repeat with the calendar, every 400 years; before the first rule there is only local mean time.
 */
function toRepresentableDay(epochDay: number): number {
  const { year, month, day } = fromEpochDay(epochDay)
  if (year > 0 && year < 200_000) return epochDay
  return toEpochDay(year <= 0 ? 1 : 2000 + (year % 400), month, Math.min(day, 28))
}

function findFormat(id: string): Intl.DateTimeFormat | null {
  if (id.length > MAX_ID_LENGTH) return null
  const known = formats.get(id)
  if (known !== undefined) return known
  if (formats.size >= MAX_CACHED_ZONES) formats.clear()
  const format = createFormat(id)
  formats.set(id, format)
  return format
}

function createFormat(id: string): Intl.DateTimeFormat | null {
  if (!/^[A-Za-z]+([/_+-][A-Za-z0-9]+)*$/.test(id)) return null
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: id,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
}
