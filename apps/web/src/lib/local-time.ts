/** Returns a time as the value of a date field, such as `2026-11-21T16:00`, in the user's time zone; empty for null. */
export function toLocal(instant: string | Date | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/**
 * Returns the value of a date field with a time as ISO 8601 in UTC.
 * @returns null for an empty field, and undefined for a text that is not a time.
 */
export function toInstant(local: string): string | null | undefined {
  if (local === '') return null
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) ? new Date(local) : null
  return at === null || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
