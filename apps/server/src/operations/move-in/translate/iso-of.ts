/** Returns a time in milliseconds since 1970 as ISO 8601; undefined beyond the range of JavaScript, about 270,000 years on both sides. */
export function isoOf(ms: number): string | undefined {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
