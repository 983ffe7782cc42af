/** A point in time as a `datetime-local` field shows it, in the user's own time; empty for none. */
export function toLocal(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** @returns null for an empty field. */
export function toInstant(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
