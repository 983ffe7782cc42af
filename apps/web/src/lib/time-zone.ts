/** Returns the IANA name of the user's time zone. */
export function getTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
