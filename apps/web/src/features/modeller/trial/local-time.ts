/** A time as a field of the browser has it, in the reader's time zone. */
export function toLocal(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

/** ISO 8601 in UTC; null for what is no time. */
export function fromLocal(text: string): string | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
