/** The IANA name of the zone in which the user reads and types times. */
export function getTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
