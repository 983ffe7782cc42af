/** Returns a time in the format of a `datetime-local` field, in the user's time zone; empty for null. */
export function toLocal(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Returns the time in a `datetime-local` field as ISO 8601. @returns null for an empty field. */
export function toInstant(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
