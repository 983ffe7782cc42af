/** Reads a number such as `12.5`. Undefined for other texts, and for numbers that lose digits. */
export function readNumber(text: string): number | undefined {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && isExact(text) ? Number(text) : undefined
}

/** Returns whether a number is finite and keeps its digits. */
function isExact(text: string): boolean {
  const value = Number(text)
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
}

/** Returns whether a text is a calendar date, such as `2030-01-31`. */
export function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
