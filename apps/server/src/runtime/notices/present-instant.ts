/** Returns a time for a mail, with its time zone, because the reader may be in any zone. */
export function presentInstant(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  }).format(at)
  return `${parts.replace(',', '')} (${timeZone})`
}
