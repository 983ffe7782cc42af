/** Returns a time as people read it, with the zone that it is in: a mail is read anywhere. */
export function presentInstant(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  }).format(at)
  return `${parts.replace(',', '')} (${timeZone})`
}
