import type { ExactTime } from './exact-times.ts'

/** A column whose values have no text form. */
export class WithoutText extends Error {}

/**
 * Returns a value of the driver as a text. Times are in UTC (`exact-times.ts`).
 *
 * @param type the name of the type in Oracle, such as `TIMESTAMP WITH TIME ZONE`.
 * @throws WithoutText for cursors, objects and files of the server.
 */
export function toText(value: unknown, type: string): string | null {
  if (value === null || value === undefined) return null
  switch (typeof value) {
    case 'string':
      // The driver writes .5 for a half.
      return type === 'NUMBER' ? value.replace(/^(-?)\./, '$10.') : value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
  }
  if (value instanceof Date) return toTime(value, type)
  if (value instanceof Uint8Array && (type === 'RAW' || type === 'LONG RAW' || type === 'BLOB'))
    return `\\x${Buffer.from(value).toString('hex')}`
  if (type === 'JSON') return JSON.stringify(value)
  if (type === 'VECTOR' && ArrayBuffer.isView(value)) return JSON.stringify(Array.from(value as Float64Array))
  if (type.startsWith('INTERVAL')) return toDuration(value as Interval)
  throw new WithoutText(type)
}

/**
 * In the form of the session, so that the value can be a parameter of the next statement. The form of a TIMESTAMP WITH
 * LOCAL TIME ZONE is that of a TIMESTAMP, in the time zone of the session (Oracle Globalization Support Guide, 4.2).
 */
function toTime(value: ExactTime, type: string): string {
  if (Number.isNaN(value.getTime())) return String(value)
  const text = value.toISOString().replace('Z', digitsAfterMilliseconds(value))
  if (type === 'TIMESTAMP WITH TIME ZONE') return `${text}+00:00`
  const local = text.replace('T', ' ')
  return type === 'DATE' ? local.replace(/\.\d+$/, '') : local
}

/** None, three or six, without which a page would begin again at its last row. */
function digitsAfterMilliseconds({ nanoseconds = 0 }: ExactTime): string {
  const rest = nanoseconds % 1_000_000
  if (rest === 0) return ''
  const digits = String(rest).padStart(6, '0')
  return digits.endsWith('000') ? digits.slice(0, 3) : digits
}

interface Interval {
  readonly years?: number
  readonly months?: number
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
  /** Nanoseconds. */
  readonly fseconds?: number
}

/** An interval as a duration of ISO 8601. All parts of an interval have the same sign. */
function toDuration(interval: Interval): string {
  const { years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0, fseconds = 0 } = interval
  const isNegative = Object.values(interval).some((part) => Number(part) < 0)
  const write = (...parts: readonly (readonly [number, string])[]) =>
    parts.map(([count, unit]) => (count === 0 ? '' : `${Math.abs(count)}${unit}`)).join('')
  const fraction = String(Math.abs(fseconds))
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '')
  const rest = fseconds === 0 ? write([seconds, 'S']) : `${Math.abs(seconds)}.${fraction}S`
  const day = write([years, 'Y'], [months, 'M'], [days, 'D'])
  const time = write([hours, 'H'], [minutes, 'M']) + rest
  if (day === '' && time === '') return 'PT0S'
  return `${isNegative ? '-' : ''}P${day}${time === '' ? '' : `T${time}`}`
}
