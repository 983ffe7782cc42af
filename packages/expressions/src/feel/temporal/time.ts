import { FeelObject } from '../values/feel-object.ts'
import { MAX_OFFSET, offsetAtUtc, type Zone } from './zone.ts'

/** A time of day, to the nanosecond, with or without an offset or zone. */
export class FeelTime extends FeelObject {
  readonly kind = 'time'
  /** 0 to 86399. */
  readonly secondOfDay: number
  readonly nano: number
  readonly zone: Zone | null

  constructor(secondOfDay: number, nano: number, zone: Zone | null) {
    super()
    this.secondOfDay = secondOfDay
    this.nano = nano
    this.zone = zone
  }

  get hour(): number {
    return Math.floor(this.secondOfDay / 3600)
  }

  get minute(): number {
    return Math.floor(this.secondOfDay / 60) % 60
  }

  get second(): number {
    return this.secondOfDay % 60
  }

  /** Seconds east of UTC, null for a local time. A named zone counts with its offset at the start of 1970. */
  get offset(): number | null {
    return this.zone === null ? null : offsetAtUtc(this.zone, 0, 0)
  }
}

export const MIDNIGHT = new FeelTime(0, 0, null)

/** Creates a time of day; null when it or its offset is invalid. */
export function createTime(
  at: { hour: number; minute: number; second: number; nano: number },
  zone: Zone | null,
): FeelTime | null {
  const exists =
    isWithin(at.hour, 23) &&
    isWithin(at.minute, 59) &&
    isWithin(at.second, 59) &&
    isWithin(at.nano, 999_999_999) &&
    (zone === null || !('offset' in zone) || Math.abs(zone.offset) <= MAX_OFFSET)
  return exists ? new FeelTime(at.hour * 3600 + at.minute * 60 + at.second, at.nano, zone) : null
}

function isWithin(number: number, max: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= max
}
