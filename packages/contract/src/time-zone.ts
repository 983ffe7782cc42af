import { z } from 'zod'

/** The IANA name of a time zone. */
export const timeZoneName = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Expected the name of a time zone such as Europe/Berlin, but there is none of that name.')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
