const pattern = /^(\d{4})-(\d\d?)-(\d\d?)T(\d\d?):(\d\d?):(\d\d?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/

const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/**
 * Returns whether a time is valid and its year has four digits. Other times can be written neither in answers nor in
 * the database.
 */
export function isWritableTime(time: Date): boolean {
  return time.getTime() >= earliest && time.getTime() <= latest
}

/** Returns a time as Camunda writes it: `2026-01-31T10:00:00.000+0000`. */
export function presentTime(time: Date | string): string {
  return `${(typeof time === 'string' ? new Date(time) : time).toISOString().slice(0, -1)}+0000`
}

/**
 * Reads a time as Camunda does: `2026-01-31T10:00:00.000+0100`, also with fewer digits, as `2026-1-4T1:3:0.0+0100`. Up
 * to three digits after the point are milliseconds, so that `.5` means five of them; more digits are a fraction of a
 * second. The fraction can be omitted; without an offset, the time is UTC. Null for any other text, and for the year 0.
 */
export function readTime(text: string): Date | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const [, year = '', ...parts] = match
  const [month, day, hour, minute, second] = parts.slice(0, 5).map((part) => (part ?? '').padStart(2, '0'))
  const [fraction = '0', offset = 'Z'] = parts.slice(5)
  const milliseconds = fraction.length > 3 ? fraction.slice(0, 3) : fraction.padStart(3, '0')
  // A Date would take the 30th of February for the 2nd of March.
  if (new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() !== Number(day)) return null
  const zone = offset === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(-2)}`
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${zone}`)
  return isWritableTime(time) ? time : null
}
