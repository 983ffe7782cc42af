/** Returns a time in the format of a browser field, in the time zone of the user. */
export function toLocal(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

/** Returns the text of a browser field as ISO 8601 in UTC; null for an invalid time. */
export function fromLocal(text: string): string | null {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
